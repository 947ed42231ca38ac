// Chinese: the words of the lesson. Keys and places must match lesson_en.js.

export default {
  "lesson.contents": "章节",
  "lesson.number": "第 {number} 章，共 {count} 章",
  "lesson.progress": "已读 {seen} / {count}",
  "lesson.previous": "上一章",
  "lesson.next": "下一章",
  "lesson.keys": "↑ ↓ 逐条走，← → 换章",
  "lesson.claims": "课里说的，一条条验过",
  "lesson.first": "正在为 {model} 逐条计算。服务刚启动时，第一次可能要半分钟。",
  "lesson.none": "这一章还没有验过的条目。",

  "verdict.holds": "成立",
  "verdict.depends": "看情况",
  "verdict.fails": "这里不成立",
  "claim.link": "{id} 的链接",
  "claim.truth": "实际是：",
  "claim.said": "课里：{value}",
  "claim.more": "数值与 PyTorch",
  "claim.copy": "复制",
  "claim.copied": "已复制",
  "claim.copy.failed": "浏览器不允许复制；代码已选中。",
  "claim.code": "{id} 的 PyTorch 代码；在项目目录里运行",
  "claim.source": "出自“{section}”。",
  "claim.model": "按 {model} 计算。",
  "claim.stored": "取自存好的 {count} 次训练（种子 {seeds}），共用 {seconds} 秒。",
  "claim.yes": "是",
  "claim.no": "否",
  "claim.numbers": "{id} 的全部数值",

  "chapter.one-character": "只看一个字符",
  "chapter.table-empties": "越扩越空的表",
  "chapter.window": "滑动窗口",
  "chapter.lookup": "C[X]：查表",
  "chapter.shapes": "形状与 ndim",
  "chapter.equal-distances": "两两等距",
  "chapter.squeezing": "压缩",
  "chapter.how-alike": "像不像",
  "chapter.concatenation": "拼接",
  "chapter.storage": "view 与 reshape",
  "chapter.parameters": "数参数",
  "chapter.one-forward": "一次前向",
  "chapter.loss": "loss 没告诉你的",

  "story.one-character":
    "只凭前一个字符猜下一个。把名字里的字符对全数一遍，每行除以行和，模型就有了：27 行可能性。它管用，可惜近视：a 前面来过什么，都改不了 a 那一行。",
  "story.table-empties":
    "多往前看一个字符，表就长 27 倍，名字却一个也没添。很快，大多数格子连一个例子都没遇到；这样的格子只会说一句话：不可能。",
  "story.window":
    "一扇 K 个字符宽的窗沿着名字滑，每到一个字符前停一下。窗里是题目，窗外下一个是答案。这段短短的循环里，有两种笔误会悄悄弄坏数据，一句报错也没有；在这里跑跑看。",
  "story.lookup":
    "表 C 给每个字符存 D 个数。查一个字符就是取下标，而下标可以是一整个数组：所有样本一次查完。用 one-hot 行去乘，得到同样的数，却要多干许多活。",
  "story.shapes":
    "对张量取下标，结果的形状先写下标的形状，再写张量剩下的部分。ndim 数的是轴，线性代数的维数数的是分量；两种说法各管各的，都没错。",
  "story.equal-distances":
    "one-hot 让任意两个字符一样远。这要占地方：平面上三个点办得到，四个就不行。拖动这些点，自己试试。",
  "story.squeezing":
    "27 个字符只给两个维度，总有人得挨在一起。谁挨着谁，由训练决定：用法相近的，会被推向相近的地方。地方越小，结构越多。至于猜得是不是也更准，那是另一个问题。",
  "story.how-alike":
    "量“像不像”的尺子不止一把。点积既看长度又看夹角，余弦只看夹角，欧氏距离看两个端点隔多远。长度都是 1 时它们意见一致，换成真实向量就未必了。",
  "story.concatenation":
    "把 C 的三行首尾相接，成为一个长向量。次序没有丢，因为每个位置碰上的是自己那份权重。取平均会短一些，却分不清 aab 和 aba。",
  "story.storage":
    "张量就是内存里的一排数，加上一条走法。view 只换走法；reshape 能换就换，换不了就复制；contiguous 把数按平常的次序重新抄一遍。",
  "story.parameters":
    "数一数要学的东西：一张表，两个矩阵，两排偏置。网络的旋钮拧一格只加一点；计数表的旋钮拧一格却是翻倍地乘。并排拧拧看。",
  "story.one-forward":
    "编号、C 的行、一个长向量、tanh、logits：就五行代码，一个样本和三十二个样本用的是同一套。softmax 等到抽名字时再用，因为算 loss 时给原样的 logits 就行。",
  "story.loss":
    "loss 往下掉，只是一个数，概括了非常多次猜测。哪些名字早就见过、训练和测试是不是犯了同一个错，它都不说。向它多要几个数。",
};
