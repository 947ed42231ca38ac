// What a reader can take along: a request as a curl command, a table as CSV, a file to the downloads.

/** @typedef {string | number | null} Cell */
/** @typedef {{columns: string[], rows: Cell[][]}} Table */

/**
 * A command that a POSIX shell runs as it stands.
 * @param {string} url absolute
 * @param {unknown} [body] sent as JSON by POST when there is one
 */
export function curlCommand(url, body) {
  const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  if (body === undefined) return `curl ${quote(url)}`;
  return `curl ${quote(url)} -H 'content-type: application/json' -d ${quote(JSON.stringify(body))}`;
}

/**
 * RFC 4180, every number at full precision.
 * @param {Table} table
 */
export function csv({ columns, rows }) {
  const cell = (/** @type {Cell} */ value) => {
    const text = value === null ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",") + "\r\n").join("");
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveText(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveAddress(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download has its own copy by then
}

/**
 * @param {string} name
 * @param {string} url a blob: or data: address
 */
export function saveAddress(name, url) {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
