// What a reader types: a labelled field of one line for a list of numbers or a short text. What can be read is applied
// while it is typed; what cannot keeps standing, the widget keeps its last good state, and the mistake is told beside
// the field: when the reader is done (Enter, or away from the field) or pauses. What an input method is still composing
// is not yet typed.
import { accepted, checked, ParameterError, shown } from "./check.js";

const PAUSE = 1200; // ms; shorter, and "4, 1, −" would be called a mistake while it is being typed

const element = (tag, properties, attributes = {}) => {
  const node = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

const written = (value) => (Array.isArray(value) ? value.map((one) => shown(one)).join(", ") : value);

let count = 0;

// `move({name: value})` is called with each new value; show(params) writes it, unless the reader's own text says the
// same.
export function field(holder, name, spec, words, move, signal, locked) {
  const id = `field-${++count}`;
  const input = element(
    "input",
    { type: "text", className: "field", id, disabled: locked, autocomplete: "off", spellcheck: false },
    { autocapitalize: "off", enterkeyhint: "done", "aria-describedby": `${id}-hint ${id}-mistake` },
  );
  const mistake = element("p", { className: "mistake", id: `${id}-mistake` }, { "aria-live": "polite" });
  holder.append(
    element("label", { className: "label", htmlFor: id, textContent: spec.label }),
    input,
    element("p", { className: "hint", id: `${id}-hint`, textContent: accepted(spec, words) }),
    mistake,
  );
  let value = null,
    later = null;
  const same = (other) => JSON.stringify(other) === JSON.stringify(value);
  const read = () => {
    try {
      return { value: checked(name, input.value, { [name]: spec }, words, spec.label) };
    } catch (error) {
      if (error instanceof ParameterError) return { mistake: error.message };
      throw error;
    }
  };
  const tell = (message = "") => {
    clearTimeout(later);
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (mistake.textContent !== message) mistake.textContent = message;
  };
  const look = (done) => {
    const found = read();
    clearTimeout(later);
    if (found.mistake) {
      if (done) tell(found.mistake);
      else later = setTimeout(() => tell(found.mistake), PAUSE);
      return;
    }
    tell();
    if (same(found.value)) return;
    value = found.value;
    move({ [name]: found.value });
  };
  input.addEventListener("input", (event) => {
    if (!event.isComposing) look(false);
  });
  input.addEventListener("compositionend", () => look(false));
  input.addEventListener("change", () => look(true));
  input.addEventListener("keydown", (event) => {
    // 229: Safari, at the end of composing
    if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) look(true);
  });
  signal.addEventListener("abort", () => clearTimeout(later));
  const show = (params) => {
    if (same(params[name])) return;
    value = params[name];
    input.value = written(value);
    tell();
  };
  // Whatever is written gives way to the next value shown, the same one too.
  const forget = () => {
    value = null;
  };
  return { show, forget };
}
