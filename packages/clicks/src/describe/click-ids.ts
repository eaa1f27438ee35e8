/** Random bytes are fetched for so many ids at once. */
const poolSize = 128;
const bytesPerId = 10;

/** A clock that goes back by more than this was set, and is believed. */
const maxBackMs = 10_000;

const maxCounter = 0xfff;

/**
 * Makes ids: UUIDs of version 7 with a counter of 12 bits within the millisecond (RFC 9562, section 6.2, method 1), so that
 * ids of one process grow, and 62 random bits.
 *
 * @returns A function that takes milliseconds since 1970. Where the clock goes back a little, the time stands still; where
 * a millisecond is full, it goes on to the next.
 */
export function createClickIds(randomBytes: (size: number) => Uint8Array): (at: number) => string {
  const random = createPool(randomBytes);
  let lastAt = 0;
  let counter = 0;
  return (at) => {
    const bytes = random();
    const isLater = at > lastAt || at < lastAt - maxBackMs;
    if (isLater || counter === maxCounter) {
      lastAt = isLater ? at : lastAt + 1;
      // Half of the counter is left to count in.
      counter = (((bytes[8] ?? 0) << 8) | (bytes[9] ?? 0)) & (maxCounter >> 1);
    } else counter += 1;
    return format(lastAt, counter, bytes);
  };
}

function format(at: number, counter: number, random: Uint8Array): string {
  const time = at.toString(16).padStart(12, "0");
  const count = counter.toString(16).padStart(3, "0");
  const variant = ((random[0] ?? 0) & 0x3f) | 0x80;
  const rest = Buffer.from(random.buffer, random.byteOffset + 1, 7).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant.toString(16)}${rest.slice(0, 2)}-${rest.slice(2)}`;
}

function createPool(randomBytes: (size: number) => Uint8Array): () => Uint8Array {
  let pool: Uint8Array = new Uint8Array();
  let used = 0;
  return () => {
    if (used + bytesPerId > pool.length) {
      pool = randomBytes(poolSize * bytesPerId);
      used = 0;
    }
    used += bytesPerId;
    return pool.subarray(used - bytesPerId, used);
  };
}
