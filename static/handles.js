// What Bokeh has no accessible control for: the tip of a vector, and the order of the tokens. HTML laid over or beside
// the figure, moved by pointer, touch and keyboard alike. Only the handle itself takes the finger from the page's scrolling.
import { say } from "./check.js";

const element = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const shown = (value) => value.toFixed(2).replace("-", "−");

// A draggable tip over a figure whose frame is the whole element, so that positions are simple shares of its size.
// `move({x, y})` is called with each new position; show(params) puts the handle there.
export function tip(frame, handle, figure, schema, words, move) {
  const [x0, x1] = figure.x, [y0, y1] = figure.y, x = schema[handle.x], y = schema[handle.y];
  const grip = element("div", { class: `handle ${handle.role}`, role: "slider", tabindex: "0", "aria-label": handle.label,
    "aria-description": words.handle_help, "aria-valuemin": x.min, "aria-valuemax": x.max });
  frame.append(grip);
  let at = [x.default, y.default], offset = null;
  const within = (value, spec) => {
    const snapped = Math.round(value / spec.step) * spec.step;
    return Number(Math.min(spec.max, Math.max(spec.min, snapped)).toFixed(6));
  };
  const show = (params) => {
    at = [params[handle.x], params[handle.y]];
    grip.style.left = `${(100 * (at[0] - x0)) / (x1 - x0)}%`;
    grip.style.top = `${(100 * (y1 - at[1])) / (y1 - y0)}%`;
    grip.setAttribute("aria-valuenow", at[0]);
    grip.setAttribute("aria-valuetext", say(words.handle_value, { x: shown(at[0]), y: shown(at[1]) }));
  };
  const go = (right, up) => {
    const next = { [handle.x]: within(right, x), [handle.y]: within(up, y) };
    show(next);
    move(next);
  };
  const pointed = (event) => {
    const box = frame.getBoundingClientRect();
    return [x0 + ((event.clientX - box.left) / box.width) * (x1 - x0), y1 - ((event.clientY - box.top) / box.height) * (y1 - y0)];
  };
  grip.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const [right, up] = pointed(event);
    offset = [at[0] - right, at[1] - up];          // the tip does not jump under the finger
    grip.setPointerCapture(event.pointerId);
    grip.focus({ preventScroll: true });
    event.preventDefault();
  });
  grip.addEventListener("pointermove", (event) => {
    if (!offset) return;
    const [right, up] = pointed(event);
    go(right + offset[0], up + offset[1]);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) grip.addEventListener(end, () => { offset = null; });
  grip.addEventListener("keydown", (event) => {
    const small = event.shiftKey ? x.step : x.step * 10, large = x.step * 50;
    const by = { ArrowLeft: [-small, 0], ArrowRight: [small, 0], ArrowDown: [0, -small], ArrowUp: [0, small],
      PageDown: [0, -large], PageUp: [0, large], Home: [-large, 0], End: [large, 0] }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(at[0] + by[0], at[1] + by[1]);
  });
  return { show, grip };
}

// The sentence as a row of tokens to be put in another order: drag, arrow keys, or the two buttons.
export function orderRow(holder, name, spec, words, move, signal) {
  const help = `order-help-${Math.random().toString(36).slice(2)}`;
  const row = element("div", { class: "order", role: "group", "aria-label": spec.label, "aria-describedby": help });
  const shuffle = element("button", { type: "button", class: "plain" }, words.shuffle);
  const restore = element("button", { type: "button", class: "plain" }, words.unshuffle);
  holder.append(element("p", { class: "label", id: help }, `${spec.label}: ${words.order_help}`), row,
    element("div", { class: "buttons" }, shuffle, restore));
  const chips = spec.options.map((token, position) => {
    const chip = element("button", { type: "button", class: "chip" }, token);
    chip.position = position;
    return chip;
  });
  let order = [...spec.default], held = null;
  const show = (params) => {
    order = [...params[name]];
    // The chip that is held or focused stays where it is in the document, and the others move round it: a chip that is
    // taken out, even for a moment, loses finger and focus.
    const still = held ?? chips.find((chip) => chip === document.activeElement) ?? chips[order[0]];
    if (still.parentNode !== row) row.append(still);
    const at = order.indexOf(still.position);
    order.forEach((position, place) => {
      const chip = chips[position];
      chip.setAttribute("aria-label", say(words.place, { token: spec.options[position], place: place + 1, n: order.length }));
      if (place < at) row.insertBefore(chip, still);
      else if (place > at) row.append(chip);
    });
  };
  const go = (next) => { show({ [name]: next }); move({ [name]: next }); };
  const shift = (position, to) => {
    const from = order.indexOf(position), place = Math.min(order.length - 1, Math.max(0, to));
    if (from === place) return;
    const next = order.filter((other) => other !== position);
    next.splice(place, 0, position);
    go(next);
  };
  for (const chip of chips) {
    chip.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -order.length, End: order.length }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      shift(chip.position, order.indexOf(chip.position) + by);
    });
    chip.addEventListener("pointerdown", (event) => { if (!event.button) held = chip; });
  }
  // Listened to on the document: a chip that changes places in the row would lose a pointer captured by it.
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const over = chips.find((chip) => {
      const box = chip.getBoundingClientRect();
      return chip !== held && event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    });
    if (over) shift(held.position, order.indexOf(over.position));
  }, { signal });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { held = null; }, { signal });
  shuffle.addEventListener("click", () => {
    const next = [...order];
    do {                                                 // Fisher and Yates, until something has really moved
      for (let last = next.length - 1; last > 0; last--) {
        const other = Math.floor(Math.random() * (last + 1));
        [next[last], next[other]] = [next[other], next[last]];
      }
    } while (next.every((position, place) => position === order[place]));
    go(next);
  });
  restore.addEventListener("click", () => go(order.map((_, place) => place)));
  return { show };
}
