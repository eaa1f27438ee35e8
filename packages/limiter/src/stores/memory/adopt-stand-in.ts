import type { Algorithm, Numbers } from "../../algorithm.ts";

export function adopt(
  from: Algorithm,
  fromState: Numbers,
  fromAt: number,
  to: Algorithm,
  toState: Numbers,
  toAt: number,
  nowMicros: number,
): void {
  const tick = (a: Algorithm) => Math.floor(nowMicros / a.microsPerTick);
  const used = from.limit - from.remaining(fromState, fromAt, tick(from));
  if (used > 0) to.penalize(toState, toAt, tick(to), used);
}
