// What Bokeh has no accessible control for: the tip of a vector, and the order of the tokens. HTML laid over or beside
// the figure, moved by pointer, touch and keyboard alike. Only the handle itself takes the finger from the page's
// scrolling.
import { say, shown } from "./check.js";

const element = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

// A draggable tip over a figure whose frame is the whole element, so that positions are simple shares of its size.
// `move({x, y})` is called with each new position; show(params) puts the handle there.
export function tip(frame, handle, figure, schema, words, move, signal) {
  const [x0, x1] = figure.x,
    [y0, y1] = figure.y,
    x = schema[handle.x],
    y = schema[handle.y];
  const grip = element("div", {
    class: `handle ${handle.role}`,
    role: "slider",
    tabindex: "0",
    "aria-label": handle.label,
    "aria-description": words.handle_help,
    "aria-valuemin": x.min,
    "aria-valuemax": x.max,
  });
  frame.append(grip);
  let at = [x.default, y.default],
    offset = null,
    finger = null;
  const within = (value, spec) => {
    const snapped = Math.round(value / spec.step) * spec.step;
    return Number(Math.min(spec.max, Math.max(spec.min, snapped)).toFixed(6));
  };
  const show = (params) => {
    at = [params[handle.x], params[handle.y]];
    grip.style.left = `${(100 * (at[0] - x0)) / (x1 - x0)}%`;
    grip.style.top = `${(100 * (y1 - at[1])) / (y1 - y0)}%`;
    grip.setAttribute("aria-valuenow", at[0]);
    grip.setAttribute("aria-valuetext", say(words.handle_value, { x: shown(at[0], 2), y: shown(at[1], 2) }));
  };
  const go = (right, up) => {
    const next = { [handle.x]: within(right, x), [handle.y]: within(up, y) };
    show(next);
    move(next);
  };
  const pointed = (event) => {
    const box = frame.getBoundingClientRect();
    return [
      x0 + ((event.clientX - box.left) / box.width) * (x1 - x0),
      y1 - ((event.clientY - box.top) / box.height) * (y1 - y0),
    ];
  };
  grip.addEventListener("pointerdown", (event) => {
    if (event.button || offset) return;
    const [right, up] = pointed(event);
    finger = event.pointerId;
    offset = [at[0] - right, at[1] - up]; // the tip does not jump under the finger
    grip.setPointerCapture(event.pointerId);
    grip.focus({ preventScroll: true });
    event.preventDefault();
  });
  grip.addEventListener("pointermove", (event) => {
    if (!offset || event.pointerId !== finger) return;
    const [right, up] = pointed(event);
    go(right + offset[0], up + offset[1]);
  });
  const drop = (event) => {
    if (event.type === "resize" || event.pointerId === finger) offset = null;
  };
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) grip.addEventListener(end, drop);
  addEventListener("resize", drop, { signal }); // what the finger pointed at lies elsewhere now
  grip.addEventListener("keydown", (event) => {
    const small = event.shiftKey ? x.step : x.step * 10,
      large = x.step * 50;
    const by = {
      ArrowLeft: [-small, 0],
      ArrowRight: [small, 0],
      ArrowDown: [0, -small],
      ArrowUp: [0, small],
      PageDown: [0, -large],
      PageUp: [0, large],
      Home: [-large, 0],
      End: [large, 0],
    }[event.key];
    if (event.key === "Escape") offset = null;
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(at[0] + by[0], at[1] + by[1]);
  });
  return { show, grip };
}

// The sentence as a row of tokens to be put in another order: drag, arrow keys, or the two buttons.
export function orderRow(holder, name, spec, words, move, signal, locked) {
  const help = `order-help-${Math.random().toString(36).slice(2)}`;
  const row = element("div", { class: "order", role: "group", "aria-label": spec.label, "aria-describedby": help });
  const shuffle = element("button", { type: "button", class: "plain" }, words.shuffle);
  const restore = element("button", { type: "button", class: "plain" }, words.unshuffle);
  holder.append(
    element("p", { class: "label", id: help }, `${spec.label}: ${words.order_help}`),
    row,
    element("div", { class: "buttons" }, shuffle, restore),
  );
  const chips = spec.options.map((token, position) => {
    const chip = element("button", { type: "button", class: "chip" }, token);
    chip.position = position;
    chip.disabled = locked;
    return chip;
  });
  let order = [...spec.default],
    held = null,
    finger = null;
  const show = (params) => {
    order = [...params[name]];
    // The chip that is held or focused stays where it is in the document, and the others move round it: a chip that is
    // taken out, even for a moment, loses finger and focus.
    const still = held ?? chips.find((chip) => chip === document.activeElement) ?? chips[order[0]];
    if (still.parentNode !== row) row.append(still);
    const at = order.indexOf(still.position);
    order.forEach((position, place) => {
      const chip = chips[position];
      chip.setAttribute(
        "aria-label",
        say(words.place, { token: spec.options[position], place: place + 1, n: order.length }),
      );
      if (place < at) row.insertBefore(chip, still);
      else if (place > at) row.append(chip);
    });
  };
  const go = (next) => {
    show({ [name]: next });
    move({ [name]: next });
  };
  const shift = (position, to) => {
    const from = order.indexOf(position),
      place = Math.min(order.length - 1, Math.max(0, to));
    if (from === place) return;
    const next = order.filter((other) => other !== position);
    next.splice(place, 0, position);
    go(next);
  };
  for (const chip of chips) {
    chip.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -order.length, End: order.length }[event.key];
      if (event.key === "Escape") held = null;
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      shift(chip.position, order.indexOf(chip.position) + by);
    });
    chip.addEventListener("pointerdown", (event) => {
      if (!event.button && !held) [held, finger] = [chip, event.pointerId];
    });
  }
  // Listened to on the document: a chip that changes places in the row would lose a pointer captured by it.
  document.addEventListener(
    "pointermove",
    (event) => {
      if (!held || event.pointerId !== finger) return;
      const over = chips.find((chip) => {
        const box = chip.getBoundingClientRect();
        return (
          chip !== held &&
          event.clientX > box.left &&
          event.clientX < box.right &&
          event.clientY > box.top &&
          event.clientY < box.bottom
        );
      });
      if (over) shift(held.position, order.indexOf(over.position));
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(
      end,
      (event) => {
        if (event.pointerId === finger) held = null;
      },
      { signal },
    );
  shuffle.addEventListener("click", () => {
    const next = [...order];
    do {
      // Fisher and Yates, until something has really moved
      for (let last = next.length - 1; last > 0; last--) {
        const other = Math.floor(Math.random() * (last + 1));
        [next[last], next[other]] = [next[other], next[last]];
      }
    } while (next.every((position, place) => position === order[place]));
    go(next);
  });
  shuffle.hidden = restore.hidden = locked;
  restore.addEventListener("click", () => go(order.map((_, place) => place)));
  return { show };
}

const icon = (path) => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
const ICONS = {
  back: icon("M11 3v10L5 8zM3.5 3h1.8v10H3.5z"),
  play: icon("M4 2.5v11L13 8z"),
  pause: icon("M3.5 3h3v10h-3zM9.5 3h3v10h-3z"),
  forward: icon("M5 3v10l6-5zM10.7 3h1.8v10h-1.8z"),
};

// Buttons that play a control's steps, or take them one at a time. Nothing plays for readers who asked for less motion,
// nor out of sight; whatever the reader does by hand stops it.
export function player(holder, spec, words, get, move, signal) {
  const [back, play, forward] = ["back", "play", "forward"].map((name) => {
    const button = element("button", {
      type: "button",
      class: "plain",
      "aria-label": `${words[name]}: ${spec.label}`,
      title: words[name],
    });
    button.innerHTML = ICONS[name];
    return button;
  });
  const bar = element("div", { class: "player" }, back, play, forward);
  holder.append(bar);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const first = spec.min ?? spec.options[0],
    last = spec.max ?? spec.options.at(-1);
  const pace = last - first > 12 ? 220 : 1100;
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.innerHTML = ICONS.play;
    play.setAttribute("aria-label", `${words.play}: ${spec.label}`);
  };
  const step = (by) => move(Math.min(last, Math.max(first, get() + by)));
  const start = () => {
    if (get() >= last) move(first);
    play.innerHTML = ICONS.pause;
    play.setAttribute("aria-label", `${words.pause}: ${spec.label}`);
    timer = setInterval(() => {
      step(1);
      if (get() >= last) stop();
    }, pace);
  };
  back.addEventListener("click", () => {
    stop();
    step(-1);
  });
  forward.addEventListener("click", () => {
    stop();
    step(1);
  });
  play.addEventListener("click", () => (timer ? stop() : start()));
  const follow = () => {
    play.hidden = still.matches;
    if (still.matches) stop();
  };
  still.addEventListener("change", follow, { signal });
  follow();
  holder.addEventListener(
    "pointerdown",
    (event) => {
      if (!bar.contains(event.target)) stop();
    },
    { signal },
  );
  holder.addEventListener(
    "keydown",
    (event) => {
      if (!bar.contains(event.target)) stop();
    },
    { signal },
  );
  const sight = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) stop();
  });
  sight.observe(holder);
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) stop();
    },
    { signal },
  );
  signal.addEventListener("abort", () => {
    stop();
    sight.disconnect();
  });
  return { show: () => {}, forget: stop };
}

// A table's cells to be read: under the pointer, under a finger, or walked with the arrow keys. `columns()` gives the
// table's present columns, already turned as they are shown.
export function cells(plot, figure, words, columns) {
  const [x0, x1] = figure.x,
    [y0, y1] = figure.y,
    frame = plot.querySelector(".frame");
  const reading = element("p", { class: "reading" }, words.read_cells);
  const grid = element("div", { class: "cells", role: "grid", "aria-label": figure.caption });
  let all = [],
    n = 0,
    laid = null; // the cells, how many in a row, and whether they are laid turned
  const lay = () => {
    laid = turning.turned && !figure.table.plain;
    const rows = laid ? figure.table.columns : figure.table.rows;
    n = laid ? figure.table.rows : figure.table.columns;
    all = [];
    grid.replaceChildren(
      ...Array.from({ length: rows }, (_, row) =>
        element("div", { role: "row" }, ...Array.from({ length: n }, (_, column) => cell(row, column))),
      ),
    );
  };
  frame.append(grid);
  plot.append(reading);
  const label = (index) => {
    const { x, y, query, key, number } = columns(),
      place = x.findIndex((at, cell) => at === index % n && -y[cell] === Math.floor(index / n));
    return say(figure.table.plain ? words.plain_cell : words.cell, {
      query: query[place],
      key: key[place],
      number: number[place],
    });
  };
  let shown = null;
  const show = (index) => {
    shown = index;
    reading.textContent = label(index);
  };
  const refresh = () => {
    if (laid !== turning.turned && !figure.table.plain && figure.table.rows !== figure.table.columns) {
      lay();
      shown = null;
      reading.textContent = words.read_cells;
    }
    if (shown !== null) show(shown);
    if (grid.contains(document.activeElement))
      all.forEach((cell, index) => cell.setAttribute("aria-label", label(index)));
  };
  const cell = (row, column) => {
    const index = all.length,
      cell = element("div", { role: "gridcell", tabindex: index ? "-1" : "0" });
    all.push(cell);
    cell.style.left = `${(100 * (column - 0.5 - x0)) / (x1 - x0)}%`;
    cell.style.top = `${(100 * (y1 + row - 0.5)) / (y1 - y0)}%`;
    cell.style.width = `${100 / (x1 - x0)}%`;
    cell.style.height = `${100 / (y1 - y0)}%`;
    cell.setAttribute("aria-label", label(index));
    cell.addEventListener("pointerenter", () => show(index));
    cell.addEventListener("focus", () => {
      refresh();
      show(index);
    });
    cell.addEventListener("pointerdown", () => cell.focus({ preventScroll: true }));
    cell.addEventListener("keydown", (event) => {
      const by = {
        ArrowLeft: index % n ? -1 : 0,
        ArrowRight: index % n < n - 1 ? 1 : 0,
        ArrowUp: -n,
        ArrowDown: n,
        Home: -(index % n),
        End: n - 1 - (index % n),
      }[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = all[index + by];
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus({ preventScroll: true });
    });
    return cell;
  };
  lay();
  return refresh;
}

// Queries in rows or in columns: one choice for all tables of the page.
export const turning = Object.assign(new EventTarget(), { turned: false });

export const turn = (columns) => ({
  ...columns,
  x: columns.y.map((y) => -y),
  y: columns.x.map((x) => -x),
  ...(columns.w ? { w: columns.h, h: columns.w } : {}),
  ...(columns.align ? { align: columns.align.map((align) => (align === "right" ? "center" : "right")) } : {}),
});

export function turner(plot, words, signal) {
  const button = element("button", { type: "button", class: "plain turn" });
  const show = () => {
    button.textContent = `⇄ ${turning.turned ? words.keys_in_rows : words.queries_in_rows}`;
    button.setAttribute("aria-label", `${button.textContent.slice(2)}. ${words.turn}`);
  };
  button.addEventListener("click", () => {
    turning.turned = !turning.turned;
    turning.dispatchEvent(new Event("turn"));
  });
  turning.addEventListener("turn", show, { signal });
  show();
  plot.append(button);
}
