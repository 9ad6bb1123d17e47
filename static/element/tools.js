// The row of buttons below a widget, and the code it shows: aloud, link, embed this; copy.
import { all, the } from "./dom.js";
import { site } from "./site.js";
import { copies, linked, panel, tall } from "./share.js";

/**
 * @param {import("./widget.js").AttentionWidget} widget
 * @param {Drawn} drawn
 * @param {Words} words
 * @param {() => [string, string][]} moved what a link or a snippet must say
 * @param {(text: string) => void} tell
 * @returns {() => void} what to do when the widget has moved
 */
export function tools(widget, drawn, words, moved, tell) {
  for (const [index, listing] of all(widget, ".listing").entries()) {
    const copy = the(listing, ".copy");
    copy.hidden = false;
    copies(copy, the(listing, "code"), words, () => drawn.listings[index].source);
  }
  const row = the(widget, ".tools");
  row.hidden = false;
  the(row, ".aloud").onclick = () => aloud(widget);
  const { box, show } = panel(
    site,
    drawn,
    words,
    () => Object.fromEntries(moved()),
    () => tall(widget),
  );
  row.after(box);
  const embed = the(row, ".embed");
  embed.onclick = () => {
    box.hidden = !box.hidden;
    embed.ariaExpanded = String(!box.hidden);
    if (!box.hidden) show();
  };
  the(row, ".link").onclick = async () => {
    const url = widget.link();
    history.replaceState(history.state, "", url);
    tell(await linked(url, words));
  };
  return () => box.hidden || show();
}

/**
 * Puts the sentence where a screen reader reads it, and speaks it; or ends speaking.
 * @param {HTMLElement & { text: string }} widget
 */
function aloud(widget) {
  the(widget, ".announcer").textContent = widget.text;
  if (!("speechSynthesis" in window)) return;
  const { speaking } = speechSynthesis;
  speechSynthesis.cancel();
  if (!speaking) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(widget.text), { lang: widget.lang }));
}

/**
 * Lights the lines of code that have acted so far, and the one that acts.
 * @param {Element} widget
 * @param {number | undefined} now
 */
export function lit(widget, now = NaN) {
  for (const line of all(widget, "[data-line]")) {
    line.classList.toggle("lit", Number(line.dataset.line) <= now);
    line.classList.toggle("acts", Number(line.dataset.line) === now);
  }
}
