// What a corpus of one's own asks of the server: add it, with a word on how far it is, and remove it. A list goes by
// XMLHttpRequest, because fetch does not tell how much of a body has left.

/** @import { Api } from "./api.js" */
/** @import { Draft } from "./corpus_state.js" */
/** @import { ImportedCorpus } from "./wire.js" */
import { ApiError, read, refusal } from "./api.js";

const UNNAMED = "my words";

/** @param {Api} api */
export function createCorpusApi({ ask, address }) {
  return {
    /**
     * Text goes as JSON, a file as it is, so that the server sees its bytes.
     * @param {Draft} draft
     * @param {(share: number) => void} onSent
     * @param {AbortSignal} signal
     * @returns {Promise<ImportedCorpus>}
     */
    add({ name, text, file }, onSent, signal) {
      if (!file) return post(address("corpora"), JSON.stringify({ name: name || UNNAMED, text }), onSent, signal);
      const form = new FormData();
      if (name) form.append("name", name);
      form.append("file", file);
      return post(address("corpora"), form, onSent, signal);
    },
    /** @param {string} id @returns {Promise<null>} */
    remove: (id) => ask(`corpora/${encodeURIComponent(id)}`, { method: "DELETE" }),
  };
}

/**
 * @param {string} url
 * @param {string | FormData} body text is JSON
 * @param {(share: number) => void} onSent
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
function post(url, body, onSent, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    if (typeof body === "string") request.setRequestHeader("content-type", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => onSent(total ? loaded / total : 1));
    request.upload.addEventListener("load", () => onSent(1));
    request.addEventListener("error", () => reject(new ApiError("lost")));
    request.addEventListener("abort", () => reject(new ApiError("stopped")));
    request.addEventListener("load", () => {
      try {
        if (request.status >= 400) throw refusal(request, request.responseText);
        resolve(read(request.responseText, request.status));
      } catch (error) {
        reject(error);
      }
    });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
