// A token as the reader sees it: its kind (vowel, consonant, boundary, ...) and a label that is never invisible. Pure.

/** @typedef {"vowel" | "consonant" | "letter" | "other" | "boundary"} Kind */

export const BOUNDARY = ".";
const VOWELS = new Set("aeiouæœøıаеёиоуыэюяіїєαεηιουω");
const CONSONANTS_BY_MARK = new Set(["й", "ў"]); // they decompose into a vowel and a breve, and are none
const SCRIPTS = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/**
 * What a character is. Only alphabets that write their vowels have vowels and consonants; elsewhere a letter is a letter.
 * @param {string} token one code point
 * @returns {Kind}
 */
export function tokenKind(token) {
  if (token === BOUNDARY) return "boundary";
  if (!/\p{L}/u.test(token)) return "other";
  if (!SCRIPTS.test(token)) return "letter";
  const small = token.toLowerCase();
  if (CONSONANTS_BY_MARK.has(small.normalize("NFC"))) return "consonant";
  const [base] = small.normalize("NFD");
  return VOWELS.has(base) ? "vowel" : "consonant";
}

/**
 * A token made visible: a space as "␣", a combining mark on a dotted circle.
 * @param {string} token
 */
export function tokenLabel(token) {
  if (/^\s$/u.test(token)) return "␣";
  return /^\p{M}/u.test(token) ? `◌${token}` : token;
}

/** A text of tokens made visible. @param {string} text */
export function textLabel(text) {
  return [...text].map(tokenLabel).join("");
}

/**
 * The token to begin with: e, the first vowel, the first letter, or the first there is.
 * @param {string[]} tokens
 */
export function firstToken(tokens) {
  const kinds = tokens.map(tokenKind);
  const at = [tokens.indexOf("e"), kinds.indexOf("vowel"), kinds.findIndex((kind) => kind !== "boundary")];
  return tokens[at.find((row) => row >= 0) ?? 0];
}
