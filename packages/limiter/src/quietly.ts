/** Calls a hook: who watches must not be able to stop a request. */
export function quietly(hook: () => void): void {
  try {
    hook();
  } catch {
    // There is nobody to tell: who watches is who would be told.
  }
}
