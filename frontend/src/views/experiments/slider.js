// A knob: its name, its value and a range input in one block. Values come from a list or from whole numbers.

import { element } from "../../element.js";

let made = 0; // labels need an id each

/**
 * @param {object} parts
 * @param {string} parts.label
 * @param {number[]} parts.values what the knob can be set to, in order
 * @param {number} parts.value
 * @param {(value: number) => string} [parts.write]
 * @param {(value: number) => void} parts.onTurn
 * @param {string} [parts.dim] the letter whose colour the value takes: b, k, d, h or v
 * @param {AbortSignal} parts.signal
 */
export function createSlider({ label, values, value, write = String, onTurn, dim, signal }) {
  made += 1;
  const id = `knob-${made}`;
  const input = element("input", { id, type: "range", min: 0, max: values.length - 1, step: 1 });
  const output = element("output", { for: id, class: `mono${dim ? ` dim-${dim}` : ""}` });
  /** @param {number} chosen */
  function set(chosen) {
    input.value = String(values.indexOf(chosen));
    output.textContent = write(chosen);
    input.setAttribute("aria-valuetext", write(chosen));
  }
  input.addEventListener(
    "input",
    () => {
      const chosen = values[input.valueAsNumber];
      set(chosen);
      onTurn(chosen);
    },
    { signal },
  );
  set(value);
  return { root: element("div", { class: "field lab-knob" }, element("label", { for: id }, label), output, input), set };
}

/** The whole numbers from one to another. @param {number} least @param {number} most */
export const whole = (least, most) => Array.from({ length: most - least + 1 }, (_, at) => least + at);
