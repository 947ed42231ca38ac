// What the browser keeps of a reader between visits: the colour theme and the hints already done. Nothing else is stored,
// and where storing is forbidden the page works the same and forgets.

/** @import { Theme } from "./state.js" */

const THEME = "embedscope.theme";
const HINTS = "embedscope.hints";

/** @returns {{theme: Theme, hintsDone: string[]}} */
export function readPreferences() {
  const theme = get(THEME);
  return {
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    hintsDone: (get(HINTS) ?? "").split(" ").filter(Boolean),
  };
}

/** @param {{theme: Theme, hintsDone: string[]}} preferences */
export function keepPreferences({ theme, hintsDone }) {
  put(THEME, theme);
  put(HINTS, hintsDone.join(" "));
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
