import type { Random } from "../../program/random.ts";

type ByteMutation = (bytes: Buffer, random: Random) => Buffer;

const oddBytes = [0x00, 0x09, 0x0a, 0x0d, 0x20, 0x22, 0x25, 0x2f, 0x3a, 0x3c, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xed, 0xff];

const mutations: readonly ByteMutation[] = [
  (bytes, random) => cut(bytes, random, [random.below(256)], 1),
  (bytes, random) => cut(bytes, random, [random.pick(oddBytes)], 1),
  (bytes, random) => cut(bytes, random, [random.pick(oddBytes)], 0),
  (bytes, random) => cut(bytes, random, [], 1 + random.below(12)),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => {
    const from = random.below(bytes.length);
    return cut(bytes, random, [...bytes.subarray(from, from + random.below(40))], 0);
  },
];

/** Changes bytes of a written request, wherever they stand. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  return bytes.length === 0 ? bytes : random.pick(mutations)(bytes, random);
}

/** Replaces some bytes at a random place by others. */
function cut(bytes: Buffer, random: Random, replacement: readonly number[], removed: number): Buffer {
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(replacement), bytes.subarray(at + removed)]);
}
