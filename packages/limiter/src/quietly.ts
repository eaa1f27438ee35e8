/** Calls a hook: who watches must not be able to stop a request, neither now nor, with a promise, later. */
export function quietly(hook: () => unknown): void {
  try {
    const given = hook();
    if (typeof given === "object" && given !== null && "then" in given) Promise.resolve(given).catch(() => {});
  } catch {
    // There is nobody to tell: who watches is who would be told.
  }
}
