// Server-sent events by fetch, so that a lost line is taken up where it broke: an address -> numbered events, none missed
// and none twice. A line that is lost is tried again with growing pauses until the signal ends it.

/** @typedef {{id: number, kind: string, data: any}} StreamEvent */
/** @typedef {{state: "open" | "lost", again: number}} Line `again` is the pause in ms before a lost line is tried anew */

const PAUSES = [500, 1000, 2000, 4000]; // ms
const SILENCE = 45_000; // ms; the server sends a sign of life every 15 s

/**
 * Whole events at the beginning of a text, and the rest that waits for more.
 * @param {string} text with "\n" as line ends
 * @returns {{events: StreamEvent[], rest: string}}
 */
export function parseEvents(text) {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = line.match(/^([^:]*):? ?(.*)$/) ?? [];
      if (name) fields[name] = name in fields && name === "data" ? `${fields[name]}\n${value}` : value;
    }
    return fields.data === undefined
      ? []
      : [{ id: Number(fields.id), kind: fields.event ?? "message", data: JSON.parse(fields.data) }];
  });
  return { events, rest };
}

/**
 * Follows a stream to its end, and returns whether there is such a stream at all. A line may also break without a fault, where
 * a proxy hangs up: `isOver` says whether the server closed it because there is nothing more to come.
 * @param {string} url
 * @param {object} wishes
 * @param {number} wishes.after the number of the last event already known, 0 for none
 * @param {(events: StreamEvent[]) => void} wishes.onEvents as many as came at once
 * @param {(line: Line) => void} wishes.onLine
 * @param {(newest: StreamEvent | null) => Promise<boolean>} wishes.isOver given the newest event that this line has brought
 * @param {AbortSignal} wishes.signal
 * @returns {Promise<boolean>} false for 404
 */
export async function followEvents(url, { after, onEvents, onLine, isOver, signal }) {
  let last = after;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const line = new AbortController();
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    /** @type {StreamEvent | null} */
    let newest = null;
    let watch = setTimeout(hangUp, SILENCE);
    try {
      const response = await fetch(url, {
        signal: line.signal,
        headers: { accept: "text/event-stream", ...(last ? { "last-event-id": String(last) } : {}) },
      });
      if (response.status === 404) return false;
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      onLine({ state: "open", again: 0 });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let waiting = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watch);
        watch = setTimeout(hangUp, SILENCE);
        failures = 0;
        const { events, rest } = parseEvents((waiting + value).replaceAll("\r\n", "\n"));
        waiting = rest;
        const fresh = events.filter(({ id }) => id > last);
        if (!fresh.length) continue;
        newest = fresh[fresh.length - 1];
        last = newest.id;
        onEvents(fresh);
      }
      if (await isOver(newest)) return true;
      throw new Error("the line ended too early");
    } catch {
      if (signal.aborted) break;
      const again = PAUSES[Math.min(failures, PAUSES.length - 1)];
      onLine({ state: "lost", again });
      await new Promise((resolve) => setTimeout(resolve, again));
    } finally {
      clearTimeout(watch);
      signal.removeEventListener("abort", hangUp);
    }
  }
  return true;
}
