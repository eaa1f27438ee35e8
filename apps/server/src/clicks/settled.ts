/** Waits until a promise has settled, however, but not longer than this. */
export async function settledWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise.then(nothing, nothing), late]);
  clearTimeout(timer);
}

function nothing(): void {
  // Whether it failed has been told to whoever began it.
}
