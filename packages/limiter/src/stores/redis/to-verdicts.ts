import type { Charge, Verdict, Verdicts } from "../../store.ts";
import type { Reply } from "./question.ts";
import { inRange } from "./read-reply.ts";

/** Of a span, in ticks or in microseconds. */
const longest = Number.MAX_SAFE_INTEGER;

/**
 * From what the script says of each charge: wait, remaining and life; spans in ticks, or below 0 in microseconds.
 *
 * @throws {StoreFailure} `STORE_REFUSED` when it says what cannot be.
 */
export function toVerdicts(charges: readonly Charge[], { numbers, at, atMicros }: Reply): Verdicts {
  const verdicts = charges.map(({ policy }, i): Verdict => {
    const { microsPerTick, limit } = policy.algorithm;
    const wait = inRange(numbers[at + 3 * i], -longest, longest);
    return {
      allowed: wait === 0,
      remaining: inRange(numbers[at + 3 * i + 1], 0, limit),
      retryAfterMs: millisecondsFor(wait, microsPerTick, atMicros),
      resetAfterMs: millisecondsFor(inRange(numbers[at + 3 * i + 2], -longest, longest), microsPerTick, atMicros),
    };
  });
  return { verdicts, atMicros };
}

/** From now, which lies within a tick, to the beginning of a later one. */
function millisecondsFor(ticks: number, microsPerTick: number, atMicros: number): number {
  if (ticks <= 0) return Math.ceil((0 - ticks) / 1000);
  return Math.ceil(((Math.floor(atMicros / microsPerTick) + ticks) * microsPerTick - atMicros) / 1000);
}
