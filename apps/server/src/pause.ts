/** Waits, and keeps no process alive. False: the signal came, which ends the waiting at once. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms).unref();
  const end = (): void => resolve();
  signal.addEventListener("abort", end);
  await promise;
  signal.removeEventListener("abort", end);
  clearTimeout(timer);
  return !signal.aborted;
}
