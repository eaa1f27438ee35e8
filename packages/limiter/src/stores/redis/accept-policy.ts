import { mostNumbers } from "../../algorithms/adopt.ts";
import { logHead } from "../../algorithms/sliding-window-log.ts";
import { LimiterError } from "../../errors.ts";
import type { Policy } from "../../policy.ts";
import type { StoreTraits } from "../../store.ts";

/** As many as are kept when a policy changes: 2,000 take Redis about 0.6 ms for each decision, in which it serves nobody else. */
const mostLogEntries = (mostNumbers - logHead) / 2;

/**
 * Refuses what Redis would not count well, or could not stand in for.
 *
 * @param isDivisible Whether it is known how many processes share the limits.
 * @throws {LimiterError} `STORE_POLICY_UNSUPPORTED`, `STORE_OPTION_INVALID`
 */
export function acceptPolicy(
  { name, algorithm, onFailure }: Policy,
  storeMode: StoreTraits["onFailure"],
  isDivisible: boolean,
): void {
  if ((onFailure ?? storeMode) === "memory" && !isDivisible) throw nodesMissing(`policy "${name}"`);
  const entries = (algorithm.width - logHead) / 2;
  if (algorithm.name !== "sliding-window-log" || entries <= mostLogEntries) return;
  throw new LimiterError(
    "STORE_POLICY_UNSUPPORTED",
    `"${name}" has a log of up to ${entries} entries, which Redis would read and write for each decision; it may have ` +
      `${mostLogEntries}. A sliding-window-counter with \`buckets\` comes near it at any limit.`,
  );
}

export function nodesMissing(who: string): LimiterError {
  return new LimiterError(
    "STORE_OPTION_INVALID",
    `\`nodes\` is undefined, and ${who} says "memory": say how many processes share the limits.`,
  );
}
