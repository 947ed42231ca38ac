// The largest numbers that the knobs take: what an address and a control have to agree on. No more than the server's own.

export const LARGEST_SEED = Number.MAX_SAFE_INTEGER;
export const MOST_NAMES = 1000;
export const LONGEST = 256;
export const MOST_CONTEXTS = 64;
