// Chinese: the words of the sweep, fetched when it is opened. Keys and places must match sweep_en.js.

export default {
  "sweep.title": "D 的作用",
  "sweep.story": "用每个 D、每个 H、每个种子各训练一次，其余旋钮照上面的设置。",
  "sweep.dims": "D，用逗号隔开",
  "sweep.hidden": "H，用逗号隔开",
  "sweep.seeds": "种子数",
  "sweep.run": "开始扫描",
  "sweep.stop": "停止",
  "sweep.running": "已完成 {done} / {total} 次训练。",
  "sweep.done": "{total} 次训练全部完成。",
  "sweep.stopped": "已停止：{total} 次中完成的 {done} 次会保留。再运行一次即可补完其余。",
  "sweep.failed": "{failed} 次失败。",
  "sweep.dev": "dev loss",
  "sweep.gap": "train 与 dev 之差",
  "sweep.structure": "结构：元音聚集",
  "sweep.runs": "完成的种子",
  "sweep.caption": "各种子的均值与标准差（±）",
  "sweep.finding": "平均 dev loss 最低为 {dev}：D {dim}、H {hidden}，{runs} 个种子。t 键显示表格。",
};
