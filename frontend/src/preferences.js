// What the browser keeps of a reader between visits: the colour theme, the hints already done and the
// claims already read. Nothing else is stored, and where storing is forbidden the page works the same and forgets.

/** @import { Theme } from "./state.js" */

const THEME = "embedscope.theme";
const HINTS = "embedscope.hints";
const SEEN = "embedscope.claims";

/** @returns {{theme: Theme, hintsDone: string[], claimsSeen: string[]}} */
export function readPreferences() {
  const theme = get(THEME);
  return {
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    hintsDone: (get(HINTS) ?? "").split(" ").filter(Boolean),
    claimsSeen: (get(SEEN) ?? "").split(" ").filter(Boolean),
  };
}

/** @param {{theme: Theme, hintsDone: string[], claimsSeen: string[]}} preferences */
export function keepPreferences({ theme, hintsDone, claimsSeen }) {
  put(THEME, theme);
  put(HINTS, hintsDone.join(" "));
  put(SEEN, claimsSeen.join(" "));
}

/** @param {string} key */
function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}

/** @param {string} key @param {string} value */
function put(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // storage is switched off or full: the choice holds until the page is closed
  }
}
