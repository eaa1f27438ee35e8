/** @typedef {import("./result-view.js").CreatedLink} CreatedLink */
/** @typedef {{ longUrl: string, alias: string, expiresAt: string, result: CreatedLink | undefined }} FormDraft */

const storedName = "narrows.draft";

/**
 * Keeps what was typed, and the link that was made, for the same page in another language.
 *
 * @param {FormDraft} draft
 * @param {() => Pick<Storage, "setItem">} storage
 */
export function keepDraft(draft, storage = () => sessionStorage) {
  try {
    storage().setItem(storedName, JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: it is typed again.
  }
}

/**
 * Gives what was kept, once.
 *
 * @param {() => Pick<Storage, "getItem" | "removeItem">} storage
 * @returns {FormDraft | undefined}
 */
export function takeDraft(storage = () => sessionStorage) {
  try {
    /** @type {unknown} */
    const draft = JSON.parse(storage().getItem(storedName) ?? "null");
    storage().removeItem(storedName);
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined; // Storage is switched off, or holds what is not ours.
  }
}

/**
 * @param {unknown} value
 * @returns {value is FormDraft}
 */
function isDraft(value) {
  if (typeof value !== "object" || value === null) return false;
  return ["longUrl", "alias", "expiresAt"].every((name) => typeof Reflect.get(value, name) === "string");
}
