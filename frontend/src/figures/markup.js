// Plotly reads "<b>" and "&lt;" in text; a token may hold those very signs. text -> text that is drawn as it stands. Pure.

/** @param {string} text */
export function plain(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
