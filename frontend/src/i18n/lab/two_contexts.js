// The words of the experiment "two contexts", both languages; they are fetched with it.

export default {
  en: {
    title: "Same ending, two pasts",
    one: "One context",
    other: "Another",
    length: "Characters the table sees",
    same: "With K = {K} both are {context}: one row, and no way to tell them apart.",
    apart: "With K = {K} the table reads {one} and {other}. {moved} % of the probability lies elsewhere.",
    never: "{context} never occurs, so its row is empty.",
    caption: "What follows {one} and {other}",
    finding: "Above {one}, below {other}.",
  },
  zh: {
    title: "结尾相同，来路不同",
    one: "一段上文",
    other: "另一段",
    length: "表看几个字符",
    same: "K = {K} 时两段都只剩 {context}：同一行，分不出来。",
    apart: "K = {K} 时，表读到的是 {one} 和 {other}。有 {moved} % 的概率挪了地方。",
    never: "{context} 从没出现，它那一行是空的。",
    caption: "{one} 和 {other} 后面跟什么",
    finding: "上面是 {one}，下面是 {other}。",
  },
};
