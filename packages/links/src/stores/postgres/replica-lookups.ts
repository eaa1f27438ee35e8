import type { LinkKey, LinkTarget } from "../../link.ts";
import type { KnownChanges } from "./known-changes.ts";
import type { Lookups, LookupStats } from "./lookups.ts";

export type ReplicaAnswer = {
  readonly target: LinkTarget;
  /** The newest change that the answer has seen. */
  readonly position: number;
};

export type ReplicaLookupOptions = {
  readonly primary: Pick<Lookups<LinkTarget>, "find">;
  readonly replica: Pick<Lookups<ReplicaAnswer>, "find" | "stats">;
  readonly known: KnownChanges;
  /** How long an answer of the replica is waited for. */
  readonly deadlineMs: number;
  /** A replica that was too far behind, or failed, is left alone for so long. */
  readonly pauseMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

export type ReplicaStats = LookupStats & {
  /** Asked at the primary because the replica was too far behind. */
  readonly behind: number;
  /** Asked at the primary because the replica has no such link. */
  readonly missing: number;
  /** Asked at the primary because the replica did not answer, or not soon enough. */
  readonly failed: number;
};

/**
 * Asks a replica first. Its answer counts only when it has a link, and when the snapshot in which it was found has seen
 * every change that this process knows of; in every other case the primary is asked. So a link is found as soon as it is
 * created, and nothing that this process has heard of is undone by a replica that is behind.
 */
export function createReplicaLookups(options: ReplicaLookupOptions) {
  const { primary, replica, known, deadlineMs, pauseMs, monotonicMs } = options;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const counts = { behind: 0, missing: 0, failed: 0 };

  const askReplica = async (key: LinkKey, required: number): Promise<LinkTarget | undefined> => {
    try {
      const answer = await within(deadlineMs, replica.find(key));
      if (answer === undefined) counts.missing += 1;
      else if (answer.position >= required) return answer.target;
      else counts.behind += 1;
      if (answer === undefined) return undefined;
    } catch {
      counts.failed += 1;
    }
    pausedUntilMs = monotonicMs() + pauseMs;
    return undefined;
  };

  return {
    async find(key: LinkKey): Promise<LinkTarget | undefined> {
      // What must have been seen is settled now: what is changed later is told of, and takes this answer away.
      const required = monotonicMs() < pausedUntilMs ? undefined : known.requiredPosition(key);
      const target = required === undefined ? undefined : await askReplica(key, required);
      return target ?? primary.find(key);
    },
    stats: (): ReplicaStats => ({ ...replica.stats(), ...counts }),
  };
}

async function within<Answer>(deadlineMs: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // One turn later, for a process that was busy for a while finds its timers due before the answers it has got.
  const timer = setTimeout(() => setImmediate(reject, new Error(`No answer within ${deadlineMs} ms.`)), deadlineMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
