// The words of the experiment "the same model, other angles", both languages; they are fetched with it.

export default {
  en: {
    title: "One model, two tables",
    of: "Neighbours of",
    strength: "How much C is stretched and shifted",
    another: "Another way",
    before: "C as trained",
    after: "C stretched and shifted",
    map: "{head}: every character where its row lies",
    up: "{count} higher than in C as trained",
    down: "{count} lower than in C as trained",
    said: "{kept} of the {k} nearest to {token} are still among the nearest. Dev loss {before} before, {after} after; no probability moved by more than {change}.",
    story: "Every row goes through the same invertible map, and W1 and b1 undo it before the hidden layer. Both tables serve one model, so a cosine alone is no fact about it.",
    caption: "Cosine with {token} in both tables",
  },
  zh: {
    title: "一个模型，两张表",
    of: "谁的邻居",
    strength: "C 拉伸、平移多少",
    another: "换一种变法",
    before: "训练出的 C",
    after: "拉伸平移后的 C",
    map: "{head}：每个字符在它那一行的位置",
    up: "比训练出的 C 里高 {count} 名",
    down: "比训练出的 C 里低 {count} 名",
    said: "离 {token} 最近的 {k} 个里，还留下 {kept} 个。dev loss 之前 {before}，之后 {after}；没有哪个概率的变化超过 {change}。",
    story: "每一行都经过同一个可逆变换，W1 和 b1 在隐藏层之前把它抵消。两张表属于同一个模型，所以单看余弦，说明不了模型本身。",
    caption: "两张表里与 {token} 的余弦",
  },
};
