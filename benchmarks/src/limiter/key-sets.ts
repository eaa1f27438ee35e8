import { shuffled } from "../shuffle.ts";
import { drawZipf, seededRandom } from "../zipf.ts";

/** Who asks how often. */
export type KeySet = "hot" | "zipf" | "random";

const seed = 20_261_130;
const hotDraws = 1_000;
const zipfDraws = 100_000;
const zipfKeys = 10_000;
export const randomKeys = 1_000_000;

export const keySetNames: Readonly<Record<KeySet, string>> = {
  hot: "one hot key",
  zipf: "10,000 keys by Zipf's law",
  random: "1,000,000 keys in random order",
};

/**
 * Whom requests are from, in their order, the same in every process. Every one is a string of its own, as with requests
 * that are read from sockets: nobody gains by finding the very string that he has seen before.
 */
export function drawKeys(set: KeySet, scale: number): readonly string[] {
  return drawIndices(set, scale).map((index) => ownString(`client-${index}`));
}

function drawIndices(set: KeySet, scale: number): readonly number[] {
  const random = seededRandom(seed);
  if (set === "hot") return Array.from({ length: hotDraws }, () => 0);
  if (set === "zipf") return drawZipf(atLeastOne(zipfKeys * scale), atLeastOne(zipfDraws * scale), random);
  return shuffled([...Array(atLeastOne(randomKeys * scale)).keys()], random);
}

/** A copy; V8 would share the text of equal literals. */
function ownString(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.round(count));
}
