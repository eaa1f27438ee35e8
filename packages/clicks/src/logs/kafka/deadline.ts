/**
 * Gives the promise's value, or throws what `late` makes after `ms` or when the signal says so. The promise goes on, and
 * a later failure of it is nobody's.
 */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  ms: number,
  late: () => Error,
  signal?: AbortSignal,
): Promise<Value> {
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(late());
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted === true) giveUp();
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, given.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
