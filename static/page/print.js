// On paper a widget that was moved shows its figures as they are now, and every control says its value.
import { all, below, canvases, make } from "../element/dom.js";

/** What Bokeh's controls and ours show as a value. @param {Element[]} parts */
function said(parts) {
  const of = (/** @type {string} */ selector) => parts.filter((one) => one.matches(selector));
  const [box] = /** @type {HTMLInputElement[]} */ (of("[type=checkbox]"));
  if (box) return box.checked ? "✓" : "–";
  const [shown] = of(".bk-slider-value, label:has(input:checked)");
  const [field] = /** @type {HTMLInputElement[]} */ (of("input.field"));
  const chips = of(".chip").map((one) => one.textContent?.trim());
  return shown?.textContent?.trim() ?? field?.value ?? chips.join(" · ");
}

/**
 * The canvases of a figure in one, as large as the paper gives it room; in a dark theme with the ground that its
 * colours are for.
 * @param {HTMLElement} frame
 */
function copy(frame) {
  const drawn = canvases(frame);
  const box = frame.getBoundingClientRect();
  const { width = 0, height = 0 } = drawn[0] ?? {};
  const canvas = make("canvas", { className: "printed", width, height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = getComputedStyle(frame.closest(".card") ?? frame).backgroundColor;
  pen.fillRect(0, 0, width, height);
  const scale = width / box.width;
  for (const one of drawn) {
    const { left, top, width, height } = one.getBoundingClientRect();
    pen.drawImage(one, (left - box.left) * scale, (top - box.top) * scale, width * scale, height * scale);
  }
  return canvas;
}

addEventListener("beforeprint", () => {
  for (const numbers of all(document, ".numbers:not([open])", HTMLDetailsElement)) {
    numbers.open = true;
    numbers.dataset.closed = "";
  }
  for (const one of all(document, "attention-widget")) {
    const widget = /** @type {import("../element/widget.js").AttentionWidget} */ (one);
    widget.toggleAttribute("data-moved", widget.moved);
    if (!("drawn" in widget.dataset)) continue;
    for (const setting of all(widget, ".setting:not(.finished) b"))
      setting.textContent = said(below(setting.closest(".control") ?? setting));
    if (widget.moved) for (const frame of all(widget, ".canvas")) frame.append(copy(frame));
  }
});
addEventListener("afterprint", () => {
  for (const one of all(document, ".printed")) one.remove();
  for (const numbers of all(document, "[data-closed]", HTMLDetailsElement)) {
    numbers.open = false;
    delete numbers.dataset.closed;
  }
});
