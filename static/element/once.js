/**
 * What is made at the first call, and made anew if that went wrong.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  const forget = (/** @type {unknown} */ error) => {
    made = null;
    throw error;
  };
  return () => (made ??= make().catch(forget));
}
