import type { AlgorithmName } from "../../algorithm.ts";
import type { Policy } from "../../policy.ts";

const letters: Readonly<Record<AlgorithmName, string>> = {
  "fixed-window": "f",
  "sliding-window-log": "l",
  "sliding-window-counter": "c",
  "token-bucket": "t",
  gcra: "g",
  "leaky-bucket": "b",
};

const texts = new WeakMap<Policy, string>();

/** A policy's quota as the script wants it, in JSON: what its values begin with, and the parameters as numbers. */
export function quotaText(policy: Policy): string {
  const known = texts.get(policy);
  if (known !== undefined) return known;
  const { name, parameters } = policy.algorithm;
  const letter = name === "token-bucket" && parameters[4] === 1 ? "i" : letters[name];
  const text = `["1${letter}${parameters.join()};",[${parameters.join()}]]`;
  texts.set(policy, text);
  return text;
}
