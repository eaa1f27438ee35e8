import { ClickError } from "../click-error.ts";

/**
 * Waits for a store no longer than this. What comes later is thrown away.
 *
 * @throws {ClickError} `STORE_UNAVAILABLE` when it takes longer, and whatever the store throws.
 */
export async function inTime<T>(answer: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ClickError("STORE_UNAVAILABLE", "It did not answer in time.")), deadlineMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
