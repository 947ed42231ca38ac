// An error in the place where its answer would have stood: what happened, what to do, and a way to try again.

/** @import { Translate } from "../i18n.js" */
/** @import { ApiError } from "../api.js" */
import { element } from "../element.js";

/**
 * @param {{t: Translate, signal: AbortSignal, error: ApiError, retry: () => void}} parts
 * @returns {HTMLElement}
 */
export function createErrorBox({ t, signal, error, retry }) {
  const button = element("button", { type: "button", class: "button" }, t("error.retry"));
  button.addEventListener("click", retry, { signal });
  return element(
    "div",
    { class: "error-box", role: "alert" },
    element("p", { class: "error-what" }, error.status === 422 ? t("error.refused") : t(`error.${error.kind}`, { title: error.title || error.status })),
    error.detail ? element("p", { lang: "en" }, error.detail) : element("p", {}, t(`error.${error.kind}.remedy`, { status: error.status })),
    ...error.errors
      .filter(({ message }) => message !== error.detail)
      .map(({ field, message }) => element("p", { class: "mono", lang: "en" }, `${field}: ${message}`)),
    button,
  );
}
