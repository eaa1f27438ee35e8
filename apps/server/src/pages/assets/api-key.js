import { element } from "./elements.js";

const storedName = "narrows.key";

/** The field for the API key. The key is kept for this tab alone, and only where the user ticks so. */
export function createKeyField() {
  const field = element("key-field", HTMLElement);
  const input = element("key", HTMLInputElement);
  const remember = element("remember-key", HTMLInputElement);
  input.value = storedKey() ?? "";
  remember.checked = input.value !== "";
  remember.addEventListener("change", () => keep(remember.checked ? input.value : ""));
  input.addEventListener("input", () => keep(remember.checked ? input.value : ""));
  return {
    /** The service asked for a key after all. */
    reveal() {
      field.hidden = false;
    },
    /** Undefined where no key is asked for. */
    value: () => (field.hidden ? undefined : input.value.trim()),
  };
}

function storedKey() {
  try {
    return sessionStorage.getItem(storedName);
  } catch {
    return null; // Storage is switched off.
  }
}

/** @param {string} key */
function keep(key) {
  try {
    if (key === "") sessionStorage.removeItem(storedName);
    else sessionStorage.setItem(storedName, key);
  } catch {
    // Storage is switched off or full: the key is typed again next time.
  }
}
