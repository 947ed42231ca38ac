// The only caller of the server: route and values -> body, or one ApiError that says in words what went wrong.
// Every call takes an AbortSignal. Addresses are relative to the page, so it works under a prefix.

/** @import { Claim, ClaimList, Compared, Contexts, CorpusCard, Counts, Drawn, Embedding, Metric, Models, Neighbours, Problem, Similarity, Trace } from "./wire.js" */
/** @import { Origin } from "./wire_numbers.js" */

/** @typedef {"lost" | "stopped" | "garbled" | "problem"} FailureKind */
/** @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Query */
/** @typedef {{query?: Query, body?: unknown, method?: string, signal?: AbortSignal}} Call */
/** @typedef {ReturnType<typeof createApi>} Api */

/** What a call ends with when it brings no answer. `kind` picks the page's words; `detail` is the server's own. */
export class ApiError extends Error {
  /**
   * @param {FailureKind} kind
   * @param {{status?: number, title?: string, detail?: string, errors?: {field: string, message: string}[]}} [facts]
   */
  constructor(kind, { status = 0, title = "", detail = "", errors = [] } = {}) {
    super(detail || title || kind);
    this.name = "ApiError";
    this.kind = kind;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/**
 * @param {URL} base ends in "api/"
 * @param {typeof fetch} [send]
 */
export function createApi(base, send = (...request) => fetch(...request)) {
  /**
   * The absolute address of a route.
   * @param {string} path relative to api/, its parts already encoded
   * @param {Query} [query]
   */
  function address(path, query = {}) {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== null && one !== undefined) url.searchParams.append(name, String(one));
      }
    }
    return url.href;
  }

  /**
   * One request: GET, or POST when there is a body. An answer without content is null.
   * @template T
   * @param {string} path
   * @param {Call} [call]
   * @returns {Promise<T>}
   */
  async function ask(path, { query, body, method, signal } = {}) {
    /** @type {RequestInit} */
    const request = { signal, method, headers: { accept: "application/json" } };
    if (body !== undefined) {
      request.method = method ?? "POST";
      request.headers = { ...request.headers, "content-type": "application/json" };
      request.body = JSON.stringify(body);
    }
    try {
      const response = await send(address(path, query), request);
      const text = await response.text();
      if (!response.ok) throw refusal(response, text);
      if (response.status === 204) return /** @type {T} */ (null);
      return /** @type {T} */ (read(text, response.status));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(signal?.aborted ? "stopped" : "lost");
    }
  }

  const part = encodeURIComponent;
  return {
    address,
    ask,
    /**
     * @param {AbortSignal} signal
     * @returns {Promise<Models>}
     */
    models: (signal) => ask("models", { signal }),
    /**
     * @param {string} id
     * @param {AbortSignal} signal
     * @returns {Promise<CorpusCard>}
     */
    corpus: (id, signal) => ask(`corpora/${part(id)}`, { signal }),
    /**
     * @param {string} id
     * @param {AbortSignal} signal
     * @returns {Promise<Embedding>}
     */
    embedding: (id, signal) => ask(`tables/${part(id)}/embedding`, { signal }),
    /**
     * @param {string} id
     * @param {Metric} metric
     * @param {AbortSignal} signal
     * @returns {Promise<Similarity>}
     */
    similarity: (id, metric, signal) => ask(`tables/${part(id)}/similarity`, { query: { metric }, signal }),
    /**
     * @param {string} id
     * @param {{of: string, k: number, metric: Metric}} query
     * @param {AbortSignal} signal
     * @returns {Promise<Neighbours>}
     */
    neighbours: (id, query, signal) => ask(`tables/${part(id)}/neighbours`, { query, signal }),
    /**
     * @param {string} id
     * @param {string[]} contexts
     * @param {AbortSignal} signal
     * @returns {Promise<Trace>}
     */
    trace: (id, contexts, signal) => ask(`models/${part(id)}/trace`, { body: { contexts }, signal }),
    /**
     * @param {string} id
     * @param {{contexts: string[], step: string, index: number[]}} body
     * @param {AbortSignal} signal
     * @returns {Promise<Origin>}
     */
    origin: (id, body, signal) => ask(`models/${part(id)}/origin`, { body, signal }),
    /**
     * @param {string} id
     * @param {{context: string, context_length: number, smoothing?: number}} query
     * @param {AbortSignal} signal
     * @returns {Promise<Counts>}
     */
    counts: (id, query, signal) => ask(`corpora/${part(id)}/counts`, { query, signal }),
    /**
     * @param {string} id
     * @param {{text: string, context_length: number}} query
     * @param {AbortSignal} signal
     * @returns {Promise<Contexts>}
     */
    contexts: (id, query, signal) => ask(`corpora/${part(id)}/contexts`, { query, signal }),
    /**
     * @param {string} model
     * @param {AbortSignal} signal
     * @returns {Promise<ClaimList>}
     */
    claims: (model, signal) => ask("claims", { query: { model }, signal }),
    /**
     * @param {string} id
     * @param {string} model
     * @param {AbortSignal} signal
     * @returns {Promise<Claim>}
     */
    claim: (id, model, signal) => ask(`claims/${part(id)}`, { query: { model }, signal }),
    /**
     * @param {string} id
     * @param {object} body
     * @param {AbortSignal} signal
     * @returns {Promise<Drawn>}
     */
    generate: (id, body, signal) => ask(`models/${part(id)}/generate`, { body, signal }),
    /**
     * @param {object} body
     * @param {AbortSignal} signal
     * @returns {Promise<Compared>}
     */
    compare: (body, signal) => ask("compare", { body, signal }),
  };
}

/**
 * The failure that an answer tells of.
 * @param {{status: number, statusText: string}} response
 * @param {string} text
 */
export function refusal(response, text) {
  /** @type {Problem} */
  let problem = {};
  try {
    problem = JSON.parse(text) ?? {};
  } catch {
    problem = {}; // a proxy's HTML page: the status has to speak for itself
  }
  return new ApiError("problem", {
    status: response.status,
    title: problem.title ?? response.statusText,
    detail: problem.detail ?? "",
    errors: problem.errors ?? [],
  });
}

/** The body of an answer. @param {string} text @param {number} status */
export function read(text, status) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("garbled", { status });
  }
}
