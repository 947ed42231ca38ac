// Chinese: the words of the Plane, fetched with the view. Keys and places must match plane_en.js.

export default {
  "plane.title": "平面上的 {count} 个字符",
  "plane.story":
    "一个网络读了“{corpus}”的 {words} 个词，学着猜下一个字符。没有人告诉它什么是元音：它给每个字符 {dimensions} 个数，用法相似的字符便彼此靠近。",
  "plane.story.plain":
    "一个网络读了“{corpus}”的 {words} 个词，学着猜下一个字符：它给每个字符 {dimensions} 个数，用法相似的字符便彼此靠近。",
  "plane.map": "嵌入表 C",
  "plane.map.role": "地图",
  "plane.map.finding":
    "平面上的 {count} 个字符；按余弦，离 {token} 最近的是：{list}。方向键选择，加减号缩放，t 键显示表格。",
  "plane.map.caption": "每个字符的位置；这张表有 {dimensions} 维。",
  "plane.shadow": "{dimensions} 维的二维投影：保留 {share} % 的方差",
  "plane.fidelity": "{k} 个最近邻中，有 {share} % 在这里也最近",
  "plane.line": "只有一维，画成一条线",
  "plane.zoom.out": "缩小（−）",
  "plane.zoom.all": "显示全部（0）",
  "plane.zoom.in": "放大所选（+）",
  "plane.row": "第 {row} 行",
  "plane.norm": "模长 {norm}",
  "plane.times": "出现 {count} 次",
  "plane.compare": "指向另一个字符即可比较。",
  "plane.lists": "最近的邻居",
  "plane.lists.caption": "{token} 的全部邻居，余弦最近者在前",
  "plane.near.cosine": "按余弦：看夹角",
  "plane.near.euclidean": "按欧氏：看距离",
  "plane.near.row": "{rank}. {token} {value}",
  "plane.scope": "精确搜索：共 {searched} 行，用的是表的全部 {dimensions} 维。",
  "plane.excluded": "零向量没有夹角，未列入：{tokens}。",
  "plane.metric": "热图的度量",
  "plane.heatmap": "两两相比",
  "plane.heatmap.role": "热图",
  "plane.heatmap.finding":
    "按{metric}两两比较所有字符；对 {token} 来说，最近的是 {near}，最远的是 {far}。上下键选择，左右键比较，t 键显示表格。",
  "plane.heatmap.caption": "所有字符按{metric}两两比较",
};
