// English: the words of the lesson. Keys and places must match lesson_zh.js.

export default {
  "lesson.contents": "Chapters",
  "lesson.number": "Chapter {number} of {count}",
  "lesson.progress": "{seen} of {count} read",
  "lesson.previous": "Previous chapter",
  "lesson.next": "Next chapter",
  "lesson.keys": "↑ ↓ from claim to claim, ← → from chapter to chapter",
  "lesson.claims": "What the lesson says, checked",
  "lesson.first": "Every claim is being computed for {model}. The first time after a start this can take half a minute.",
  "lesson.none": "Nothing of this chapter is checked here yet.",

  "verdict.holds": "holds",
  "verdict.depends": "depends",
  "verdict.fails": "does not hold here",
  "claim.link": "Link to {id}",
  "claim.truth": "What is so:",
  "claim.said": "the lesson: {value}",
  "claim.more": "Numbers and PyTorch",
  "claim.copy": "Copy",
  "claim.copied": "Copied",
  "claim.copy.failed": "The browser does not allow copying; the lines are selected.",
  "claim.code": "Lines of PyTorch for {id}; run them in the project's folder",
  "claim.source": "From “{section}”.",
  "claim.model": "Computed for {model}.",
  "claim.stored": "From {count} stored trainings (seeds {seeds}), {seconds} s of work.",
  "claim.yes": "yes",
  "claim.no": "no",
  "claim.numbers": "All numbers of {id}",

  "chapter.one-character": "One character",
  "chapter.table-empties": "The table that empties",
  "chapter.window": "The window",
  "chapter.lookup": "C[X]",
  "chapter.shapes": "Shapes and ndim",
  "chapter.equal-distances": "Equal distances",
  "chapter.squeezing": "Squeezing",
  "chapter.how-alike": "How alike",
  "chapter.concatenation": "Concatenation",
  "chapter.storage": "view and reshape",
  "chapter.parameters": "Counting parameters",
  "chapter.one-forward": "One forward",
  "chapter.loss": "What the loss hides",

  "story.one-character":
    "Guess the next character from the one before it. Count every pair in the names, divide each row by its sum, and there is a model: 27 rows of odds. It works, and it is short-sighted: whatever led up to an a, the row of a stays the same.",
  "story.table-empties":
    "Look one character further back and the table grows 27 times longer, while the names stay as many as they were. Soon most cells have met no example at all, and such a cell can say only one thing: impossible.",
  "story.window":
    "A window of K characters slides over a name and stops before each next one. What it covers is the question, what follows is the answer. Two slips in this short loop spoil the data without a single error message; run them here.",
  "story.lookup":
    "The table C keeps D numbers for every character. To look one up is to index, and an index may be a whole array: all examples at once. Multiplying by one-hot rows gives the same numbers for far more work.",
  "story.shapes":
    "Index a tensor, and the shape of the index comes first, then whatever is left of the tensor. ndim counts axes. The dimension of linear algebra counts components. Each is right about its own thing.",
  "story.equal-distances":
    "One-hot codes keep all characters equally far apart. That costs room: three points manage it in a plane, four do not. Take hold of the points and try.",
  "story.squeezing":
    "Give 27 characters two dimensions and some of them must become neighbours. Which, the training decides: what is used alike is moved alike. Less room makes more structure. Whether it also makes better guesses is a second question.",
  "story.how-alike":
    "There is more than one ruler for likeness. The dot product sees length and angle, the cosine only the angle, Euclid the gap between the tips. On vectors of length one they agree; on real ones they may not.",
  "story.concatenation":
    "Three rows of C are laid end to end and become one long vector. Their order survives, because each position meets weights of its own. An average would be shorter, and would take aab for aba.",
  "story.storage":
    "A tensor is one line of numbers in memory and a rule for walking along it. view changes the rule. reshape changes it when it can and copies when it cannot. contiguous writes the numbers out in plain order.",
  "story.parameters":
    "Count what there is to learn: one table, two matrices, two rows of biases. A knob of the network adds a little; a knob of the counting table multiplies. Turn them side by side.",
  "story.one-forward":
    "Ids, rows of C, one long vector, tanh, logits: five lines, the same for one example and for thirty-two. Softmax can wait until a name is drawn, for the loss takes logits as they come.",
  "story.loss":
    "A falling loss is one number about very many guesses. It does not say which names were met before, nor whether training and test share the same mistake. Ask it for more than one number.",
};
