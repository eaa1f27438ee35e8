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

/** A policy's quota as the script wants it. */
export type Quota = {
  /** What its values begin with. */
  readonly head: string;
  readonly parameters: readonly string[];
  /** Both in JSON, the parameters as numbers. */
  readonly text: string;
};

const quotas = new WeakMap<Policy, Quota>();

export function quotaOf(policy: Policy): Quota {
  const known = quotas.get(policy);
  if (known !== undefined) return known;
  const { name, parameters } = policy.algorithm;
  const letter = name === "token-bucket" && parameters[4] === 1 ? "i" : letters[name];
  const head = `1${letter}${parameters.join()};`;
  const quota = { head, parameters: parameters.map(String), text: `["${head}",[${parameters.join()}]]` };
  quotas.set(policy, quota);
  return quota;
}
