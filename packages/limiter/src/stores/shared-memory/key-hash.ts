import { header, type Layout } from "./layout.ts";

const lanes = 4;

/**
 * Hashes a policy's keys to 128 bits, each 32 of them with secrets of their own that the memory was made with.
 *
 * Keys with the same hash would share a counter: of a million keys, any two do with a probability of about 10^-27, and
 * who does not know the secrets cannot look for them.
 *
 * @param title What tells the policy from others.
 * @returns a function that writes the hash of a text into `into`.
 */
export function createKeyHash({ words }: Layout, title: string): (text: string, into: Int32Array) => void {
  const secrets = words.slice(header.seeds * 2, header.seeds * 2 + 2 * lanes);
  const factor = (lane: number) => (secrets[lanes + lane] ?? 0) | 1;
  const [f0, f1, f2, f3] = [factor(0), factor(1), factor(2), factor(3)];
  const hash = (start: Int32Array, text: string, into: Int32Array) => {
    let [h0 = 0, h1 = 0, h2 = 0, h3 = 0] = start;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      h0 = step(h0, unit, f0);
      h1 = step(h1, unit, f1);
      h2 = step(h2, unit, f2);
      h3 = step(h3, unit, f3);
    }
    into[0] = finish(h0);
    into[1] = finish(h1);
    into[2] = finish(h2);
    into[3] = finish(h3);
  };
  const begun = new Int32Array(lanes);
  hash(secrets, `${title}\0`, begun);
  return (text, into) => hash(begun, text, into);
}

function step(hash: number, unit: number, factor: number): number {
  const product = Math.imul(hash ^ unit, factor);
  return product ^ (product >>> 15);
}

/** The finish of MurmurHash3: every bit depends on every bit. */
function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const remixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return remixed ^ (remixed >>> 16);
}
