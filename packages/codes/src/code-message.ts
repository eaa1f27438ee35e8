import { CodesError } from "./errors.ts";

const MAX_COUNTER = 0xff_ff_ff_ff;

/**
 * Lays out what is hashed: `random ‖ collision attempt ‖ rejections`, the two counters as unsigned 32-bit big-endian.
 *
 * Both counters have places of their own, so that "second attempt, nothing rejected" and "first attempt, one rejected"
 * are different messages. `random` has a fixed length in each strategy.
 *
 * @throws {CodesError} `COUNTER_RANGE`
 */
export function codeMessage(random: Uint8Array, attempt: number, rejections: number): Uint8Array {
  const message = new Uint8Array(random.length + 8);
  message.set(random);
  const counters = new DataView(message.buffer, random.length);
  counters.setUint32(0, parseCounter(attempt));
  counters.setUint32(4, parseCounter(rejections));
  return message;
}

function parseCounter(counter: number): number {
  if (!Number.isInteger(counter) || counter < 0 || counter > MAX_COUNTER) throw new CodesError("COUNTER_RANGE");
  return counter;
}
