/**
 * Waits for an answer, but no longer than this; what comes later is still the caller's to hear of.
 *
 * @param late Makes the error of an answer that did not come in time.
 */
export async function within<T>(answer: Promise<T>, deadlineMs: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), deadlineMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
