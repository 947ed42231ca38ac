// The lesson's chapters in reading order: ids as the server's ledger of claims has them. Pure.

export const CHAPTERS = [
  "one-character",
  "table-empties",
  "window",
  "lookup",
  "shapes",
  "equal-distances",
  "squeezing",
  "how-alike",
  "concatenation",
  "storage",
  "parameters",
  "one-forward",
  "loss",
];
