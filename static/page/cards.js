// Cards, one at a time. The browser scrolls them (cards.css); here is what it does not do: buttons, keys, the place in
// the address, and the picture of a card. A card embedded alone has the picture only.
import { say } from "../element/check.js";
import { all, make, modified, target, the } from "../element/dom.js";
import { fragment } from "../element/link.js";

const SETTLED_MS = 150; // without a scroll: the deck is where it is going
const CARRIED_MS = 1500; // a button or a key carries it there in less
const OWN = "input, select, textarea, [role=slider], [role=radio], [role=gridcell], [contenteditable], .chip";

const cards = all(document, ".leaf");
const foot = the(document, ".foot");
const place = the(foot, ".place");
const save = the(foot, ".save", HTMLButtonElement);
const said = place.querySelector(".said") ?? place;
let here = 0;

save.hidden = false;
save.onclick = async () => {
  const card = cards[here];
  save.disabled = true;
  try {
    const { picture } = await import("../element/picture.js");
    const number = deck ? said.textContent : "";
    const href = URL.createObjectURL(await picture(card, number ?? "", document.body.dataset.site ?? ""));
    make("a", { href, download: `attention-${card.id}-${document.documentElement.lang}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    said.textContent = save.dataset.saved ?? "";
  } catch (error) {
    said.textContent = say(save.dataset.failed ?? "", { reason: /** @type {Error} */ (error).message });
  }
  save.disabled = false;
};

const [deck] = all(document, ".deck");
if (deck) install(deck);

/**
 * The card that the address names: by its id, by its number, or by its widget (#bank_sense?neighbour=money); else -1.
 */
function asked() {
  const { name } = fragment();
  if (!name) return 0;
  if (/^\d+$/.test(name)) return Number(name) - 1 < cards.length ? Math.max(0, Number(name) - 1) : -1;
  const widget = `attention-widget[name="${CSS.escape(name)}"]`;
  return cards.findIndex((card) => card.id === name || card.querySelector(widget));
}

/** One step of the browser's history for each card come to, so that its back button leads to the card before. */
function note() {
  if (asked() !== here) history.pushState(null, "", `#${cards[here].id}`);
}

/** What stands round the deck follows the card. @param {number} index */
function show(index) {
  here = index;
  const numbered = cards.filter((card) => card.querySelector("attention-widget")).length;
  for (const [one, dot] of all(place, ".dots i").entries()) dot.classList.toggle("here", one === here);
  const { place: template = "", after = "" } = place.dataset;
  said.textContent = here < numbered ? say(template, { n: here + 1, all: numbered }) : after;
  the(foot, ".back", HTMLButtonElement).disabled = here === 0;
  the(foot, ".on", HTMLButtonElement).disabled = here === cards.length - 1;
  save.style.visibility = here < numbered ? "" : "hidden";
  for (const link of all(document, "a.language", HTMLAnchorElement)) link.hash = cards[here].id;
}

/** @param {HTMLElement} deck */
function install(deck) {
  const at = () => Math.min(cards.length - 1, Math.max(0, Math.round(deck.scrollLeft / deck.clientWidth)));
  const scroll = (/** @type {number} */ index, /** @type {ScrollBehavior} */ behavior = "auto") =>
    deck.scrollTo({ left: index * deck.clientWidth, behavior });
  // While a button or a key carries the deck along, `here` is where it is going; a finger is followed.
  let rest = 0;
  let carried = false;
  const settleIn = (/** @type {number} */ ms) => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      carried = false;
      if (at() !== here) show(at());
      note();
    }, ms);
  };
  const carry = (/** @type {number} */ index) => {
    carried = true;
    settleIn(CARRIED_MS);
    if (!cards[index] || index === here) return;
    show(index);
    note();
    scroll(index);
  };
  const follow = () => {
    show(Math.max(0, asked()));
    scroll(here, "instant");
  };
  const followed = () => {
    settleIn(SETTLED_MS);
    if (!carried && at() !== here) show(at());
  };
  deck.addEventListener("scroll", followed, { passive: true });
  the(foot, ".back").onclick = () => carry(here - 1);
  the(foot, ".on").onclick = () => carry(here + 1);
  addEventListener("keydown", (event) => keyed(event, carry));
  for (const event of ["popstate", "hashchange"]) addEventListener(event, follow);
  addEventListener("resize", () => scroll(here, "instant"));
  follow();
}

/**
 * Keys turn the cards unless what has the focus needs them.
 * @param {KeyboardEvent} event
 * @param {(to: number) => void} go
 */
function keyed(event, go) {
  const [on, back] = [here + 1, here - 1];
  const ways = { ArrowRight: on, PageDown: on, ArrowLeft: back, PageUp: back, Home: 0, End: cards.length - 1 };
  const to = /** @type {Record<string, number>} */ (ways)[event.key];
  if (to === undefined || event.defaultPrevented || modified(event) || event.shiftKey) return;
  if (target(event).closest?.(OWN)) return;
  event.preventDefault();
  go(to);
}
