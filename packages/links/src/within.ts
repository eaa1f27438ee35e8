/** Waits for `done`, but no longer than `ms`. Rejects as it does; what comes of it later nobody is told. */
export async function waitAtMost(ms: number, done: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  await raceAgainst(ms, done, late.promise, late.resolve);
}

/**
 * Gives what `done` gives, if that comes within `ms`. What comes later nobody is told.
 *
 * @throws {Error} with `message` when it is late.
 */
export function within<Result>(ms: number, done: Promise<Result>, message: string): Promise<Result> {
  const late = Promise.withResolvers<never>();
  return raceAgainst(ms, done, late.promise, () => late.reject(new Error(message)));
}

async function raceAgainst<Result, Late>(
  ms: number,
  done: Promise<Result>,
  late: Promise<Late>,
  onLate: () => void,
): Promise<Result | Late> {
  const timer = setTimeout(onLate, ms);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
