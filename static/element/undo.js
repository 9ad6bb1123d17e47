// The steps of a reader, and the way back: Ctrl+Z, Cmd+Z, or the button. What is done until finger or key is up is one
// step; Escape takes a running one back, or closes what is open. `get` gives the state, `put` takes one.
const WRITING = "textarea, input:not([type=checkbox], [type=radio], [type=range])";

export function steps(element, get, put, signal) {
  const past = [],
    button = element.querySelector(".undo");
  let open = false,
    pressed = false,
    dropped = false;
  const tell = () => button.setAttribute("aria-disabled", String(!past.length));
  const undo = () => {
    open = true; // so that the way back is no step itself
    if (past.length) put(past.pop());
    open = false;
    tell();
  };
  // Whether a change of the reader's counts; until the finger is up, what comes after Escape does not.
  const takes = (changes) => {
    const before = get(),
      moved = Object.keys(changes).some((name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]));
    if (dropped) return false;
    if (moved && !open) past.push(before);
    open ||= moved;
    tell();
    return true;
  };
  element.addEventListener(
    "pointerdown",
    () => {
      pressed = true;
      open = false;
    },
    { capture: true, signal },
  );
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(
      end,
      () => {
        pressed = open = false;
        if (dropped)
          setTimeout(() => {
            dropped = false;
            put(get());
          }); // when whoever was moved has heard of it too
      },
      { capture: true, signal },
    );
  addEventListener(
    "keyup",
    () => {
      open &&= pressed;
    },
    { capture: true, signal },
  );
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && pressed && open) {
        undo();
        dropped = true;
      } else if (event.key === "Escape") {
        const shown = element.querySelector(".share:not([hidden])"),
          folded = event.target.closest("details[open]");
        if (shown) element.querySelector("button.embed").click();
        else if (folded) folded.open = false;
        (shown ? element.querySelector("button.embed") : folded?.querySelector("summary"))?.focus();
      } else if (
        event.key.toLowerCase() === "z" &&
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.composedPath()[0].matches(WRITING)
      ) {
        event.preventDefault();
        undo();
      }
    },
    { signal },
  );
  button.onclick = undo;
  return takes;
}
