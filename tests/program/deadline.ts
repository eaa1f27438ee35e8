import { setTimeout as wait } from "node:timers/promises";

/** Gives the promise's value, or throws with `what` in the message when it takes longer than `deadlineMs`. */
export async function within<Value>(deadlineMs: number, what: string, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} took longer than ${deadlineMs} ms.`)), deadlineMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks again and again until `ask` gives something other than undefined; throws at the deadline. */
export async function eventually<Value>(
  deadlineMs: number,
  what: string,
  ask: () => Promise<Value | undefined>,
): Promise<Value> {
  const endsAt = performance.now() + deadlineMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > endsAt) throw new Error(`${what} did not happen within ${deadlineMs} ms.`);
    await wait(10);
  }
}
