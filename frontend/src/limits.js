// What numbers the address and the controls take, by the name of the knob.

export const LARGEST_SEED = Number.MAX_SAFE_INTEGER;
export const MOST_NAMES = 1000;
export const LONGEST = 256;
