/**
 * Gets an element of the page that is known to be there.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @param {ParentNode & { getElementById(id: string): HTMLElement | null }} root
 * @returns {Kind}
 */
export function element(id, kind, root = document) {
  const found = root.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/**
 * Fills `{name}` in a text.
 *
 * @param {string} text
 * @param {Readonly<Record<string, string>>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => values[name] ?? whole);
}
