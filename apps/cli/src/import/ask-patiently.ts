import { Refusal } from "../api/refusal.ts";

/**
 * The longest that one request waits in all. Whoever has to wait longer plans it better himself; and the service knows
 * for 24 hours what a file has made.
 */
const maxWaitSeconds = 3_600;

/** Asks, and asks again after as long as a service says that lets no more through for now. */
export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  wait: (seconds: number) => Promise<void>,
): Promise<Answer> {
  let leftSeconds = maxWaitSeconds;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds > leftSeconds) throw error;
      leftSeconds -= seconds;
      await wait(seconds);
    }
  }
}

/** Infinite where no wait is known to help. */
function waitOf(error: unknown): number {
  if (!(error instanceof Refusal) || error.details.code !== "RATE_LIMITED") return Infinity;
  return error.details.retryAfterSeconds ?? Infinity;
}
