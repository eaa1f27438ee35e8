/**
 * Copies the text of an element. Resolves to false when no way worked; the text is selected then.
 *
 * @param {HTMLElement} source
 */
export async function copyTextOf(source) {
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    return true;
  } catch {
    return copySelected(source); // Browsers hide the clipboard on plain http, and users may refuse it.
  }
}

/** @param {HTMLElement} source */
function copySelected(source) {
  getSelection()?.selectAllChildren(source);
  // The old way is the only one without a secure context, and may be gone one day.
  const old = /** @type {{ execCommand?: (command: "copy") => boolean }} */ (document);
  const isCopied = old.execCommand?.("copy") ?? false;
  if (isCopied) getSelection()?.removeAllRanges();
  return isCopied;
}
