import type { Charge, Verdict, Verdicts } from "../../store.ts";
import type { Reply } from "./question.ts";

/** From what the script says of each charge: wait, remaining and life; spans in ticks, or below 0 in microseconds. */
export function toVerdicts(charges: readonly Charge[], { numbers, at, atMicros }: Reply): Verdicts {
  const verdicts = charges.map(({ policy }, i): Verdict => {
    const { microsPerTick } = policy.algorithm;
    const wait = numbers[at + 3 * i] ?? 0;
    return {
      allowed: wait === 0,
      remaining: numbers[at + 3 * i + 1] ?? 0,
      retryAfterMs: millisecondsFor(wait, microsPerTick, atMicros),
      resetAfterMs: millisecondsFor(numbers[at + 3 * i + 2] ?? 0, microsPerTick, atMicros),
    };
  });
  return { verdicts, atMicros };
}

/** From now, which lies within a tick, to the beginning of a later one. */
function millisecondsFor(ticks: number, microsPerTick: number, atMicros: number): number {
  if (ticks <= 0) return Math.ceil((0 - ticks) / 1000);
  return Math.ceil(((Math.floor(atMicros / microsPerTick) + ticks) * microsPerTick - atMicros) / 1000);
}
