// On paper a widget that was moved shows its figures as they are now, and every control says its value.
const below = (root) =>
  [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? below(one.shadowRoot) : [])]);

// What Bokeh's controls and ours show as a value.
function said(parts) {
  const of = (selector) => parts.find((one) => one.matches(selector)),
    box = of("[type=checkbox]");
  if (box) return box.checked ? "✓" : "–";
  return (
    of(".bk-slider-value, label:has(input:checked)")?.textContent.trim() ??
    of("input.field")?.value ??
    parts
      .filter((one) => one.matches(".chip"))
      .map((one) => one.textContent.trim())
      .join(" · ")
  );
}

// The canvases of a figure in one, as large as the paper gives it room; in a dark theme with the ground that its
// colours are for.
function copy(frame) {
  const drawn = below(frame).filter((one) => one.tagName === "CANVAS" && one.width),
    box = frame.getBoundingClientRect();
  const [first] = drawn,
    size = { width: first?.width, height: first?.height };
  const pen = Object.assign(document.createElement("canvas"), { className: "printed", ...size }).getContext("2d");
  pen.fillStyle = getComputedStyle(frame.closest(".card")).backgroundColor;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const scale = first ? first.width / box.width : 1;
  for (const one of drawn) {
    const { left, top, width, height } = one.getBoundingClientRect();
    pen.drawImage(one, (left - box.left) * scale, (top - box.top) * scale, width * scale, height * scale);
  }
  return pen.canvas;
}

addEventListener("beforeprint", () => {
  for (const numbers of document.querySelectorAll(".numbers:not([open])")) numbers.open = numbers.dataset.closed = true;
  for (const widget of document.querySelectorAll("attention-widget"))
    widget.toggleAttribute("data-moved", widget.moved === true);
  for (const widget of document.querySelectorAll("attention-widget[data-drawn]")) {
    for (const setting of widget.querySelectorAll(".setting:not(.finished) b"))
      setting.textContent = said(below(setting.closest(".control")));
    if (widget.moved) for (const frame of widget.querySelectorAll(".canvas")) frame.append(copy(frame));
  }
});
addEventListener("afterprint", () => {
  for (const one of document.querySelectorAll(".printed")) one.remove();
  for (const numbers of document.querySelectorAll("[data-closed]")) {
    numbers.open = false;
    delete numbers.dataset.closed;
  }
});
