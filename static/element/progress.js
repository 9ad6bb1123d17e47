// What a reader has done with the exercises, kept on this device alone: name -> {attempts, correct, seed, hints, at?,
// shown?, text?, checks?}: when it was solved, and the seeds whose answers were seen first. Where storage is blocked or
// full it lasts as long as the page. What is found there is data: own names, records alone.
const KEY = "attention-exercises";
let unkept = {}; // what storage would not take

export function all() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    /* blocked, or not ours */
  }
  const records = Object.entries({ ...kept, ...unkept }).filter(([, record]) => record?.constructor === Object);
  return Object.assign(Object.create(null), Object.fromEntries(records));
}

export function keep(name, record) {
  const known = all();
  store({ ...known, [name]: { ...known[name], ...record } });
}

// The seeds at which the model answer was to be seen before an answer was right.
export function shown(name) {
  const kept = all()[name]?.shown;
  return Array.isArray(kept) ? kept : [];
}

export const clear = () => store({});

function store(records) {
  unkept = {};
  try {
    localStorage.setItem(KEY, JSON.stringify(records));
  } catch {
    unkept = records;
  }
  document.dispatchEvent(new Event("attention:progress"));
}

// The contents page of a course: what is done in each part and in all, and a button that forgets it at the second
// press.
const overview = document.querySelector(".done-overview");
if (overview) {
  const [line, button, told] = overview.children,
    parts = [...document.querySelectorAll("[data-exercises]")];
  const say = (element, done, every) => {
    element.textContent = element.dataset.says.replace("{done}", done).replace("{all}", every);
  };
  const show = () => {
    const kept = all(),
      solved = (names) => names.filter((name) => kept[name]?.correct).length;
    const each = parts.map((part) => part.dataset.exercises.split(" "));
    parts.forEach((part, place) => say(part, solved(each[place]), each[place].length));
    say(line, solved(each.flat()), each.flat().length);
    button.hidden = !Object.keys(kept).length;
  };
  const calm = () => {
    button.textContent = button.dataset.calm;
    delete button.dataset.sure;
  };
  button.dataset.calm = button.textContent;
  button.onclick = () => {
    if (!("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = button.dataset.asks;
      return;
    }
    clear();
    calm();
    told.textContent = told.dataset.says;
  };
  button.onblur = calm;
  document.addEventListener("attention:progress", show);
  for (const event of ["storage", "pageshow"]) addEventListener(event, show);
  show();
  overview.hidden = false;
}
