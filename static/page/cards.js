// Cards, one at a time. The browser scrolls them (cards.css); here is what it does not do: buttons, keys, the place in
// the address, and the picture of a card. A card embedded alone has the picture only.
import { say } from "../element/check.js";

const cards = [...document.querySelectorAll(".leaf")],
  deck = document.querySelector(".deck"),
  foot = document.querySelector(".foot");
const place = foot.querySelector(".place"),
  save = foot.querySelector(".save");
let here = 0;

save.hidden = false;
save.onclick = async () => {
  const card = cards[here],
    told = place.querySelector(".said") ?? place;
  let said = save.dataset.saved;
  save.disabled = true;
  try {
    const { picture } = await import("../element/picture.js");
    const image = URL.createObjectURL(
      await picture(card, deck ? place.querySelector(".said").textContent : "", document.body.dataset.site),
    );
    Object.assign(document.createElement("a"), {
      href: image,
      download: `attention-${card.id}-${document.documentElement.lang}.png`,
    }).click();
    setTimeout(() => URL.revokeObjectURL(image), 10_000);
  } catch (error) {
    said = say(save.dataset.failed, { reason: error.message });
  }
  save.disabled = false;
  told.textContent = said;
};

if (deck) {
  const dots = [...place.querySelectorAll(".dots i")],
    said = place.querySelector(".said");
  const back = foot.querySelector(".back"),
    on = foot.querySelector(".on");
  const numbered = cards.filter((card) => card.querySelector("attention-widget")).length;

  // The card that the address names: by its id, by its number, or by its widget (#bank_sense?neighbour=money).
  const asked = () => {
    let [name] = location.hash.slice(1).split("?");
    try {
      name = decodeURIComponent(name);
    } catch {
      /* no encoded name: as it stands */
    }
    if (/^\d+$/.test(name)) return Number(name) - 1 < cards.length ? Math.max(0, Number(name) - 1) : -1;
    return name
      ? cards.findIndex(
          (card) => card.id === name || card.querySelector(`attention-widget[name="${CSS.escape(name)}"]`),
        )
      : 0;
  };
  const at = () => Math.min(cards.length - 1, Math.max(0, Math.round(deck.scrollLeft / deck.clientWidth)));

  const show = (index) => {
    here = index;
    dots.forEach((dot, one) => dot.classList.toggle("here", one === here));
    said.textContent = here < numbered ? say(place.dataset.place, { n: here + 1, all: numbered }) : place.dataset.after;
    back.disabled = here === 0;
    on.disabled = here === cards.length - 1;
    save.style.visibility = here < numbered ? "" : "hidden";
    for (const link of document.querySelectorAll("a.language")) link.hash = cards[here].id;
  };
  const scroll = (index, behavior) => deck.scrollTo({ left: index * deck.clientWidth, behavior });
  // One step of the browser's history for each card come to, so that its back button leads to the card before.
  const note = () => {
    if (asked() !== here) history.pushState(null, "", `#${cards[here].id}`);
  };
  const go = (index) => {
    if (index < 0 || index >= cards.length || index === here) return;
    show(index);
    note();
    scroll(index);
  };

  // While a button or a key carries the deck along, `here` is where it is going; a finger is followed.
  let rest = null,
    carried = false;
  const settle = () => {
    carried = false;
    if (at() !== here) show(at());
    note();
  };
  deck.addEventListener(
    "scroll",
    () => {
      clearTimeout(rest);
      rest = setTimeout(settle, 150);
      if (!carried && at() !== here) show(at());
    },
    { passive: true },
  );
  const carry = (index) => {
    carried = true;
    go(index);
    clearTimeout(rest);
    rest = setTimeout(settle, 1500);
  };
  back.onclick = () => carry(here - 1);
  on.onclick = () => carry(here + 1);

  // Keys turn the cards unless what has the focus needs them itself (a slider, a radio button, a field).
  const OWN = "input, select, textarea, [role=slider], [role=radio], [role=gridcell], [contenteditable], .chip";
  const KEYS = {
    ArrowRight: () => here + 1,
    PageDown: () => here + 1,
    ArrowLeft: () => here - 1,
    PageUp: () => here - 1,
    Home: () => 0,
    End: () => cards.length - 1,
  };
  addEventListener("keydown", (event) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      event.composedPath()[0].closest?.(OWN)
    )
      return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    carry(KEYS[event.key]());
  });

  const follow = () => {
    const index = Math.max(0, asked());
    scroll(index, "instant");
    show(index);
  };
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  addEventListener("resize", () => scroll(here, "instant"));
  follow();
}
