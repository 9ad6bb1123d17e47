// What is told below a widget or an exercise: notices, how far Python is, and the sentence aloud.
import { make, the } from "./dom.js";
import { base } from "./site.js";
import { ParameterError, say } from "./check.js";
import { python } from "../python/python.js";

const STILL_MS = 800; // so long after the last step a movement is over

/** Whether the host has another build of this page by now, and so perhaps nothing more of this one's. */
async function replaced() {
  const page = await fetch(location.pathname, { cache: "no-cache" });
  return page.ok && !(await page.text()).includes(base.pathname.split("/").at(-2) ?? "");
}

/**
 * What the reader should know, in the element; with a button to try again if there is something to do at it, or to load
 * the page anew, where the element was moved with what has become of it.
 * @param {HTMLElement & { moved?: boolean, link?(): string }} element
 * @param {string} text
 * @param {string} kind
 * @param {Words | null} words
 * @param {(() => void) | null} again
 */
export function showNotice(element, text, kind, words, again = null) {
  const notice = element.querySelector(".notice") ?? make("div", { className: "notice", role: "status" });
  if (!notice.isConnected) element.append(notice);
  const line = make("p", { textContent: text });
  const retry = make("button", {
    type: "button",
    className: "retry",
    textContent: words?.retry ?? "↻",
    onclick: again,
  });
  notice.replaceChildren(...(text ? [line, ...(again ? [retry] : [])] : []));
  notice.setAttribute("data-kind", kind);
  if (!text || !again) return;
  const reload = () => {
    history.replaceState(null, "", element.moved && element.link ? element.link() : location.href);
    location.reload();
  };
  const offer = () => {
    line.textContent = words?.replaced ?? text;
    Object.assign(retry, { textContent: words?.reload ?? "↻", onclick: reload });
  };
  replaced().then(
    (yes) => yes && offer(),
    () => {},
  );
}

/** @param {Element} element */
export const noticed = (element) => element.querySelector(".notice")?.getAttribute("data-kind");

/**
 * What is said of a widget that cannot be shown or that has lost Python, and whether there is use in trying again.
 * @param {Error} error
 * @param {Words | null} words none before they have come
 * @param {boolean} answered whether its figures show an answer of Python's
 */
export function failure(error, words, answered) {
  if (error instanceof ParameterError) return { told: error.message, retry: false };
  const gone = python.state === "failed";
  const reason = gone ? python.why(words) : error.message;
  if (gone && python.hopeless) return { told: reason, retry: false };
  const kind = !gone ? "no_figure" : answered ? "lost" : "failed";
  return { told: say(words?.[kind] ?? "{reason}", { reason }), retry: true };
}

/** How far Python is. @param {Element} element @param {Words} words */
export function report(element, words) {
  const { step, done, all } = python.progress;
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  const facts = { step: words[step], done: megabytes(done), all: all ? megabytes(all) : "…" };
  const bar = make("progress", { ariaHidden: "true", ...(all ? { max: all, value: Math.min(done, all) } : {}) });
  const line = make("span", { textContent: (python.revived ? words.revived : "") + say(words.booting, facts) });
  element.querySelector(".progress")?.replaceChildren(bar, line);
}

/**
 * Speaks the sentence once, when the movement is over; during it each control speaks its own value. Call at each step.
 * @param {Element & { text: string }} element
 */
export function announcer(element) {
  let later = 0;
  let last = 0;
  const speak = () => {
    const still = last + STILL_MS - performance.now();
    const heard = element.querySelector(".announcer");
    later = still > 0 ? setTimeout(speak, still) : 0;
    if (!later && heard) heard.textContent = element.text;
  };
  return () => {
    last = performance.now();
    later ||= setTimeout(speak, STILL_MS);
  };
}

/**
 * load="click": nothing heavy is fetched until the reader says so.
 * @param {Element} element
 * @param {Words} words
 * @param {AbortSignal} signal
 */
export function offer(element, words, signal) {
  const onclick = () => {
    start.remove();
    python.start();
  };
  const start = make("button", { type: "button", className: "start-python", textContent: words.start, onclick });
  python.addEventListener("state", () => start.remove(), { once: true, signal });
  the(element, ".progress").before(start);
}
