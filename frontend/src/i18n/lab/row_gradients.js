// The words of the experiment "the gradient of a row", both languages; they are fetched with it.

export default {
  en: {
    title: "What comes back to a row",
    word: "A word",
    contexts: "Its contexts; the chosen row is marked",
    token: "row",
    uses: "used",
    sum: "∂ sum",
    loss: "∂ loss, length",
    said: "{contexts} contexts of {K} are {lookups} look-ups in {rows} rows. The gradient of the plain sum is the count itself, in each of {D} dimensions; the other {unused} rows get exactly 0.",
    nonzero: "A row that is not used got something other than 0.",
    most: "For this word's loss of {loss} nats {token} is pushed hardest, by {norm} in {uses} {uses:use|uses}. Uses add up, and may cancel out.",
    lines: "The lines of PyTorch",
    caption: "Uses and gradients for {word}",
    choose: "{token}: used {uses} {uses:time|times}",
  },
  zh: {
    title: "回到一行的梯度",
    word: "一个词",
    contexts: "它的上文；标出的是选中的行",
    token: "行",
    uses: "用了",
    sum: "∂ 求和",
    loss: "∂ loss 的长度",
    said: "{contexts} 条上文，每条 {K} 个字符，共查表 {lookups} 次，用到 {rows} 行。单纯求和的梯度就是次数本身，{D} 个维度都一样；其余 {unused} 行恰好是 0。",
    nonzero: "没用到的行却得到了不是 0 的梯度。",
    most: "这个词的 loss 是 {loss} nat，推得最重的是 {token}：用了 {uses} 次，长度 {norm}。各次相加，也会抵消。",
    lines: "PyTorch 代码",
    caption: "{word} 用到的行和梯度",
    choose: "{token}：用了 {uses} 次",
  },
};
