import type { LinkKey } from "../../link.ts";
import { keyText } from "./key-text.ts";

/** Changed links that are remembered one by one, at most; with more of them every link is taken for changed. */
const maxChanged = 10_000;

/** What this process knows of changes, so that it can tell whether a replica's answer is too old. */
export interface KnownChanges {
  /** Call it before the primary is asked for its newest change, and the result with the answer. */
  listen(): (position: number) => void;
  /** A link was changed, here or elsewhere, as far as anybody says. */
  changed(key: LinkKey): void;
  /**
   * The newest change that an answer about this link must have seen; undefined where none is good enough: the link was
   * changed since the primary was last asked, or that is too long ago.
   */
  requiredPosition(key: LinkKey): number | undefined;
}

/**
 * @param maxAgeMs After so long without hearing from the primary nothing is known any more: changes by others may have
 *   been made that nobody told of.
 * @param monotonicMs A clock that never goes back, in milliseconds.
 */
export function createKnownChanges(maxAgeMs: number, monotonicMs: () => number): KnownChanges {
  let position: number | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asked = 0;
  let heardOf = 0;
  /** The number of the question that was the last one asked when the link was changed. */
  let changed = new Map<string, number>();
  let allChangedAt = 0;

  return {
    listen() {
      const atMs = monotonicMs();
      asked += 1;
      const question = asked;
      return (answer) => {
        // Answers may overtake each other, and a restored backup has fewer changes than were seen before.
        if (question <= heardOf) return;
        heardOf = question;
        position = answer;
        askedAtMs = atMs;
        // A change that was told of before the question was asked is in the answer.
        changed = new Map([...changed].filter(([, at]) => at >= question));
      };
    },
    changed(key) {
      changed.set(keyText(key.domain, key.code), asked);
      if (changed.size <= maxChanged) return;
      changed.clear();
      allChangedAt = asked;
    },
    requiredPosition(key) {
      if (monotonicMs() - askedAtMs > maxAgeMs) return undefined;
      const isChanged = allChangedAt >= heardOf || changed.has(keyText(key.domain, key.code));
      return isChanged ? undefined : position;
    },
  };
}
