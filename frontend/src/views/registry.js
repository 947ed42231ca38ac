// The views there are, in the lesson's order: a new view is one file and one line here. What is not listed has no link.

/** @import { Fields } from "../address.js" */
/** @import { Stage } from "./stage.js" */
import { names } from "./names.js";
import { plane } from "./plane.js";
import { road } from "./road.js";

/**
 * @typedef {object} View
 * @property {"plane" | "road" | "names"} id its path in the address; its name is the message "view.<id>"
 * @property {Fields} fields the keys of the state that its address carries
 * @property {(stage: Stage) => void} mount fills stage.node; everything it starts ends with stage.signal
 */

/** @type {View[]} */
export const views = [plane, road, names];
