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

const quotas = new WeakMap<Policy, string>();

/** A policy's quota as the script wants it: what its values begin with, which says everything. */
export function quotaOf(policy: Policy): string {
  const known = quotas.get(policy);
  if (known !== undefined) return known;
  const { name, parameters } = policy.algorithm;
  const letter = name === "token-bucket" && parameters[4] === 1 ? "i" : letters[name];
  const quota = `1${letter}${parameters.join()};`;
  quotas.set(policy, quota);
  return quota;
}
