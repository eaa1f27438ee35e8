import { ClickError } from "../../click-error.ts";
import type { LogRead } from "../../click-log.ts";
import type { PartitionEnds } from "./offsets.ts";

/**
 * Where to go on with a read whose position is not in the log.
 *
 * @throws {ClickError} `LOG_GAP`, unless the read is to go across it. `LOG_UNAVAILABLE` where the position is there after all.
 */
export function firstAfterGap({ after, partition, acrossGap }: LogRead, { first, next }: PartitionEnds): number {
  // Offsets only grow, so this is another topic of the same name, or brokers that lost what they had confirmed.
  if (after > next) {
    const detail = `${partition} ends at offset ${next}, and ${after} is stored: it was made anew; give it another name.`;
    throw new ClickError("LOG_GAP", detail);
  }
  // It was out of range a moment ago: a broker that took over, and knew less until then.
  if (first <= after)
    throw new ClickError("LOG_UNAVAILABLE", `${partition} has offset ${after} again; it is read anew.`);
  if (acrossGap === true) return first;
  throw new ClickError("LOG_GAP", `Offsets ${after} to ${first - 1} of ${partition} were removed by its retention.`);
}

/** A range that was read before and does not end where it did. */
export function endsEarly({ partition, upTo }: LogRead, to: number): ClickError {
  return new ClickError("LOG_GAP", `${partition} was to be read up to offset ${upTo} and ends at ${to}.`);
}
