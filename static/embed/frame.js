// An embed page's end of the conversation with the page round it (embed.d.ts): what the widget does is told, what the
// host asks is checked and done. Only the window that holds this frame is listened to.
import { quoted } from "../element/check.js";
import { the } from "../element/dom.js";

const VERSION = 1;

/** @param {HTMLElement & { text: string, params: object }} widget */
export function converse(widget) {
  const host = window.parent;
  const main = the(document, "main");
  // The widget's state is no secret and carries nothing about the reader, so any page may be told.
  const tell = (/** @type {object} */ message) => host.postMessage({ attention: VERSION, ...message }, "*");
  let height = 0;
  const measure = () => {
    const now = Math.ceil(main.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    tell({ type: "resize", height });
  };
  new ResizeObserver(measure).observe(main);
  for (const type of ["ready", "state", "change", "exercise", "error"]) {
    widget.addEventListener(`attention:${type}`, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      tell({ type, ...detail, ...(type === "change" && { text: widget.text }) });
    });
  }
  addEventListener("message", ({ source, data }) => {
    if (source !== host || typeof data !== "object" || data === null || !("attention" in data)) return;
    const message = obey(widget, data);
    if (message) tell({ type: "error", message });
  });
}

/**
 * Does what a host asks, or gives what there is to say against it.
 * @param {{ params: object }} widget
 * @param {Record<string, any>} message
 */
function obey(widget, { attention, type, params, theme }) {
  if (attention !== VERSION)
    return `version ${quoted(attention)} of the messages is not spoken here; version ${VERSION} is`;
  if (type === "theme") return dress(theme) ? "" : `theme can be light, dark or auto, not ${quoted(theme)}`;
  if (type !== "set") return `there is no message ${quoted(type)}; there are set and theme`;
  if (typeof params !== "object" || params === null) return "set needs params, an object of names and values";
  try {
    widget.params = params;
    return "";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** Shows the page light, dark, or as the system wishes; whether that is a theme. @param {string} theme */
export function dress(theme) {
  if (!["light", "dark", "auto"].includes(theme)) return false;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event("attention:theme"));
  return true;
}
