// A view's own style sheet, fetched with the view: its name -> a promise that it is in force. Asked twice, it is fetched once.

/** @param {string} name of a file in styles/, without its ending @returns {Promise<void>} */
export function loadStyle(name) {
  const href = new URL(`styles/${name}.css`, document.baseURI).href;
  const there = [...document.querySelectorAll("link")].find((link) => link.href === href);
  if (there?.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = there ?? document.createElement("link");
    link.addEventListener("load", () => resolve(), { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove(); // so that the next call asks again
        reject(new Error(`styles/${name}.css did not arrive`));
      },
      { once: true },
    );
    if (there) return;
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  });
}
