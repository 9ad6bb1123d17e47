// An embed page's end of the conversation with the page round it (embed.d.ts): what the widget does is told, what the
// host asks is checked and done. Only the window that holds this frame is listened to.
import { quoted } from "../element/check.js";

const VERSION = 1;

export function converse(widget) {
  const host = window.parent;
  // The widget's state is no secret and carries nothing about the reader, so any page may be told.
  const tell = (message) => host.postMessage({ attention: VERSION, ...message }, "*");
  let height = 0;
  const measure = () => {
    const now = Math.ceil(document.querySelector("main").getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    tell({ type: "resize", height });
  };
  new ResizeObserver(measure).observe(document.querySelector("main"));
  widget.addEventListener("attention:ready", ({ detail }) => tell({ type: "ready", ...detail }));
  widget.addEventListener("attention:state", ({ detail }) => tell({ type: "state", ...detail }));
  widget.addEventListener("attention:change", ({ detail }) => tell({ type: "change", ...detail, text: widget.text }));
  widget.addEventListener("attention:exercise", ({ detail }) => tell({ type: "exercise", ...detail }));
  widget.addEventListener("attention:error", ({ detail }) => tell({ type: "error", ...detail }));
  const refuse = (message) => tell({ type: "error", message });
  addEventListener("message", ({ source, data }) => {
    if (source !== host || typeof data !== "object" || data === null || !("attention" in data)) return;
    if (data.attention !== VERSION)
      return refuse(`version ${quoted(data.attention)} of the messages is not spoken here; version ${VERSION} is`);
    if (data.type === "theme")
      return dress(data.theme) || refuse(`theme can be light, dark or auto, not ${quoted(data.theme)}`);
    if (data.type !== "set") return refuse(`there is no message ${quoted(data.type)}; there are set and theme`);
    if (typeof data.params !== "object" || data.params === null)
      return refuse("set needs params, an object of names and values");
    try {
      widget.params = data.params;
    } catch (error) {
      refuse(error.message);
    }
  });
}

export function dress(theme) {
  if (!["light", "dark", "auto"].includes(theme)) return false;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event("attention:theme"));
  return true;
}
