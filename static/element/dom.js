// Elements made and found. Who asks for one says of what class it is; that it is there and of that class is checked.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  /** @type {HTMLElement} */ (made).append(...children);
  return Object.assign(made, properties);
}

/**
 * All elements below `root` that a selector names.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T[]}
 */
export const all = (root, selector, kind = /** @type {any} */ (HTMLElement)) =>
  /** @type {any[]} */ ([...root.querySelectorAll(selector)]).filter((found) => found instanceof kind);

/**
 * The first of them. Error if there is none.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function the(root, selector, kind) {
  const [found] = all(root, selector, kind);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

/** The element an event is about. @param {Event} event */
export const target = (event) => /** @type {HTMLElement} */ (event.composedPath()[0] ?? event.target);

/** Whether a key comes with one that makes it the browser's or the system's. @param {KeyboardEvent} event */
export const modified = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * All elements below one, in shadow roots too, in the order in which they are painted.
 * @param {ParentNode} root
 * @returns {Element[]}
 */
export const below = (root) =>
  all(root, "*", Element).flatMap((one) => [one, ...(one.shadowRoot ? below(one.shadowRoot) : [])]);

/** The canvases below an element that have something on them. @param {ParentNode} root */
export const canvases = (root) =>
  below(root).flatMap((one) => (one instanceof HTMLCanvasElement && one.width && one.height ? [one] : []));
