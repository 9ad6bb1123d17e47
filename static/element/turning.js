// Queries in rows or in columns: one choice for all tables of the page.
import { make } from "./dom.js";

export const turning = Object.assign(new EventTarget(), { turned: false });

/** A table's columns, turned. @param {Columns} columns @returns {Columns} */
export const turn = (columns) => ({
  ...columns,
  x: columns.y.map((y) => -y),
  y: columns.x.map((x) => -x),
  ...(columns.w && { w: columns.h, h: columns.w }),
  ...(columns.align && { align: columns.align.map((align) => (align === "right" ? "center" : "right")) }),
});

/** @param {Element} plot @param {Words} words @param {AbortSignal} signal */
export function turner(plot, words, signal) {
  const onclick = () => {
    turning.turned = !turning.turned;
    turning.dispatchEvent(new Event("turn"));
  };
  const button = make("button", { type: "button", className: "plain turn", onclick });
  const show = () => {
    const now = turning.turned ? words.keys_in_rows : words.queries_in_rows;
    button.textContent = `⇄ ${now}`;
    button.ariaLabel = `${now}. ${words.turn}`;
  };
  turning.addEventListener("turn", show, { signal });
  show();
  plot.append(button);
}
