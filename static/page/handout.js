// The page of exercises to print: with Python, every number of it is drawn anew by a seed, which stands in its address.
import { ParameterError, checked, say } from "../element/check.js";
import { SCHEMA, anotherSeed } from "../element/exercise.js";
import { python } from "../python/python.js";
import { json, showNotice, strings } from "../element/widget.js";

const page = document.querySelector("[data-handout]");

async function start(lang) {
  const words = (await strings())[lang],
    form = page.querySelector(".settings"),
    field = form.querySelector(".seed");
  const articles = [...page.querySelectorAll("article[data-exercise]")];
  let seed = 0,
    shown = 0;
  const tell = (text = "", kind = "") => showNotice(page, text, kind, words);

  async function settle() {
    const wanted = seed;
    for (const part of page.querySelectorAll(".sheet")) part.toggleAttribute("data-waits", wanted !== shown);
    if (wanted === shown) return;
    if (python.state === "failed")
      return tell(say(words.exercise.failed_numbers, { reason: python.why(words) }), "error");
    tell(words.exercise.drawing);
    if (python.state !== "live") return python.start();
    try {
      const written = await drawn(wanted);
      if (wanted !== seed) return;
      for (const [target, html] of written) target.innerHTML = html;
      shown = wanted;
      for (const which of page.querySelectorAll(".which")) which.textContent = say(words.handout.which, { seed });
      tell();
    } catch (error) {
      if (python.state !== "live" || wanted !== seed) return;
      seed = field.value = shown; // the sheet that is there is whole, and stays
      tell(say(words.exercise.not_drawn, { seed: wanted, reason: error.message }), "error");
    }
    settle();
  }
  // Every part of the sheet with what it says at this seed: all of them, or none if one cannot be worked out.
  async function drawn(wanted) {
    const written = [];
    for (const name of new Set(articles.map(({ dataset }) => dataset.exercise))) {
      const { drawn, exercise, texts } = await json(`exercises/${lang}/${name}.json`);
      if (!drawn) continue;
      const { texts: said } = await python.ask({ do: "exercise", id: name, exercise, seed: wanted, texts });
      for (const article of articles.filter(({ dataset }) => dataset.exercise === name)) {
        for (const [place, part] of ["question", "solution"].entries()) {
          const target = article.querySelector(`.${part}`);
          if (target) written.push([target, said[place]]);
        }
      }
    }
    return written;
  }
  const read = (value) => {
    try {
      return checked("seed", value, SCHEMA, words, words.handout.numbers);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      tell(error.message, "warning");
      return null;
    }
  };
  const go = (value) => {
    if (value === null) return;
    seed = value;
    field.value = seed;
    if (python.state === "failed") python.start();
    settle();
  };
  const move = (value) => {
    if (value === null) return;
    const url = new URL(location.href);
    url.searchParams.set("seed", value);
    if (value !== seed) history.pushState(null, "", url);
    go(value);
  };
  const linked = () => read(new URLSearchParams(location.search).get("seed") ?? 0);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    move(read(field.value));
  });
  form.querySelector(".other").onclick = () => move(anotherSeed(seed));
  form.querySelector(".print").onclick = () => print();
  const show = form.querySelector(".show");
  show.onchange = () => {
    page.dataset.show = show.value;
  };
  show.onchange(); // a browser may remember the choice
  addEventListener("popstate", () => go(linked()));
  python.addEventListener("state", settle);
  form.hidden = false;
  go(linked());
}

if (page) start(page.dataset.handout);
