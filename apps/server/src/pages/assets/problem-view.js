import { element } from "./elements.js";

/** @typedef {{ title: string, mend: string, field?: string | undefined }} ShownProblem */

const fieldNames = ["longUrl", "alias", "expiresAt", "key"];

/** Shows what went wrong beside the field that it is about, or below the form. */
export function createProblemView() {
  return {
    clear() {
      for (const name of fieldNames) {
        element(`${name}-problem`, HTMLElement).hidden = true;
        element(name, HTMLInputElement).removeAttribute("aria-invalid");
      }
      element("form-problem", HTMLElement).hidden = true;
    },
    /** @param {ShownProblem} problem */
    show(problem) {
      const name = fieldNames.find((field) => field === problem.field);
      if (name === undefined) return write(element("form-problem", HTMLElement), problem);
      write(element(`${name}-problem`, HTMLElement), problem);
      markField(element(name, HTMLInputElement));
    },
  };
}

/** @param {HTMLInputElement} input */
function markField(input) {
  input.setAttribute("aria-invalid", "true");
  const fold = input.closest("details");
  if (fold !== null) fold.open = true;
  input.focus();
}

/**
 * @param {HTMLElement} place
 * @param {ShownProblem} problem
 */
function write(place, { title, mend }) {
  const what = document.createElement("strong");
  what.textContent = title;
  place.replaceChildren(what, " ", mend);
  place.hidden = false;
}
