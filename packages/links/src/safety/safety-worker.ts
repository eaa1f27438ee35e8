import type { LinkEvent } from "../link-event.ts";
import type { LinkStore } from "../link-store.ts";
import type { Links } from "../links.ts";
import { StoreError } from "../store-error.ts";
import { actOnSuspicion, type FindingOutcome } from "./findings.ts";
import { createJudge } from "./judge.ts";
import { createJudgedLinks } from "./judged-links.ts";
import type { SafetyCheck, Verdict } from "./safety-check.ts";
import { createSafetyQueue } from "./safety-queue.ts";
import type { CheckedLink, SafetyStore } from "./safety-store.ts";
import { checkedLink, createSafetyWalk } from "./safety-walk.ts";
import { createWakeableWait } from "./wakeable-wait.ts";

export type SafetyWorkerOptions = {
  /** Asked in this order. */
  readonly checks: readonly SafetyCheck[];
  readonly links: Pick<Links, "quarantine">;
  readonly store: Pick<LinkStore, "find" | "lastChange" | "changesAfter">;
  readonly safety: SafetyStore;
  /** SAFETY_RECHECK: from the begin of one round over all links to that of the next. */
  readonly recheckMs: number;
  /** Unique for each start of a process. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onVerdict: (check: string, kind: Verdict["kind"]) => void;
  readonly onFailure: (check: string, error: unknown) => void;
  /** @param exposureMs How long the link has led where it led. */
  readonly onFinding: (outcome: FindingOutcome, link: CheckedLink, exposureMs: number) => void;
  /** Told of what is tried again. */
  readonly onError: (error: unknown) => void;
  readonly pace?: Partial<SafetyPace>;
};

export type SafetyPace = {
  /** How long new links are collected before they are judged together. Default: 100. */
  readonly lingerMs: number;
  /** Between two steps of the walk, each of at most 200 links of a kind. Default: 100. */
  readonly stepMs: number;
  /** Until the walk is looked at again that had nothing to do, or was somebody else's. Default: 2,000. */
  readonly idleMs: number;
  /** Links younger than this are left to the queue, for they may not be committed yet. Default: 15,000. */
  readonly settleMs: number;
  /** What is tried again waits so long at first, and twice as long each further time. Default: 1,000 to 60,000. */
  readonly retryMs: { readonly first: number; readonly longest: number };
  /** How long the walk stays with a process that is no longer heard of. Default: 30,000. */
  readonly ttlMs: number;
};

export type SafetyWorkerStats = {
  readonly queued: number;
  /** Links that came to a full queue; the walk finds them. */
  readonly dropped: number;
  /** How long the link that waits longest, as far as is known here, has waited. */
  readonly lagMs: number;
  readonly isWalking: boolean;
};

/** Judges links behind the requests' back. Nothing that it does or fails to do delays or refuses a request. */
export interface SafetyWorker {
  start(): void;
  /** Told of every change that was made here. Never waits and never throws. */
  onChange(event: LinkEvent): void;
  stats(): SafetyWorkerStats;
  /** Ends what is under way and gives the walk back. */
  stop(): Promise<void>;
}

const usualPace: SafetyPace = {
  lingerMs: 100,
  stepMs: 100,
  idleMs: 2_000,
  settleMs: 15_000,
  retryMs: { first: 1_000, longest: 60_000 },
  ttlMs: 30_000,
};

const queueLimits = { maxLinks: 10_000, maxCharacters: 16 * 1024 * 1024 };
const batchLinks = 500;
const pageLinks = 200;
const rememberedLinks = 20_000;

/** One thing after the other: the queue first, for what is new is what is followed. */
export function createSafetyWorker(options: SafetyWorkerOptions): SafetyWorker {
  const { now, checks, onError, holder, recheckMs } = options;
  const pace = { ...usualPace, ...options.pace };
  const queue = createSafetyQueue(queueLimits);
  const judged = createJudgedLinks(rememberedLinks);
  const judge = createJudge(options);
  const stop = new AbortController();
  const waiting = createWakeableWait();
  let dropped = 0;
  let failures = 0;
  let askedPauseMs = 0;
  let running: Promise<void> | undefined;

  const put = (link: CheckedLink): void => {
    if (queue.put(link)) waiting.wake();
    else dropped += 1;
  };

  const act = async (link: CheckedLink, suspicion: Parameters<typeof actOnSuspicion>[2]): Promise<void> => {
    const outcome = await actOnSuspicion(options, link, suspicion);
    options.onFinding(outcome, link, now() - link.changedAt);
  };

  /** Gives the links that must be judged again. */
  const judgeLinks = async (links: readonly CheckedLink[]): Promise<readonly CheckedLink[]> => {
    if (links.length === 0) return [];
    const again = new Set<CheckedLink>();
    const destinations = links.map(({ destination }) => destination);
    const { judgements, retryAfterMs } = await judge.judge(destinations, stop.signal, async (index, suspicion) => {
      const link = links[index];
      if (link === undefined) return;
      await act(link, suspicion).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error;
        onError(error);
        again.add(link);
      });
    });
    askedPauseMs = retryAfterMs;
    for (const [index, link] of links.entries()) {
      if (judgements[index] === "unknown") again.add(link);
      else if (!again.has(link)) judged.add(link);
    }
    return [...again];
  };

  const walk = createSafetyWalk({
    ...options,
    judge: async (links) => (await judgeLinks(links)).length === 0,
    edition: async () => JSON.stringify(await Promise.all(checks.map((check) => check.edition?.() ?? ""))),
    isJudged: judged.has,
    recheckMs,
    holder,
    pageLinks,
    settleMs: pace.settleMs,
    ttlMs: pace.ttlMs,
  });

  const judgeQueue = async (): Promise<"judged" | "stuck" | "idle"> => {
    const batch = queue.take(batchLinks);
    if (batch.length === 0) return "idle";
    // The walk may have been there first.
    const again = await judgeLinks(batch.filter((link) => !judged.has(link)));
    for (const link of again) if (!queue.put(link)) dropped += 1;
    return again.length === 0 ? "judged" : "stuck";
  };

  /** Gives how long to wait for the next turn. */
  const turn = async (): Promise<number> => {
    try {
      const queueOutcome = await judgeQueue();
      const walked = queueOutcome === "stuck" ? "stuck" : await walk.step();
      if (walked === "stuck") return retryPause();
      failures = 0;
      return walked === "walked" ? pace.stepMs : pace.idleMs;
    } catch (error) {
      if (!stop.signal.aborted) onError(error);
      return retryPause();
    }
  };

  const retryPause = (): number => {
    const grown = Math.min(pace.retryMs.longest, pace.retryMs.first * 2 ** Math.min(failures, 20));
    failures += 1;
    return Math.min(pace.retryMs.longest, Math.max(grown, askedPauseMs));
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const pauseMs = await turn();
      // After a failure new links wait like the others; else they come soon.
      const wakeAfterMs = failures > 0 ? pauseMs : pace.lingerMs;
      await waiting.wait(pauseMs, wakeAfterMs, stop.signal);
    }
  };

  return {
    start() {
      running ??= run();
    },
    onChange(event) {
      if (event.kind === "unknown") return;
      const link = checkedLink(event.link, now());
      if (link !== undefined) put(link);
    },
    stats() {
      const oldest = [queue.oldestAt(), walk.oldestAt()].filter((at) => at !== undefined);
      const lagMs = oldest.length === 0 ? 0 : Math.max(0, now() - Math.min(...oldest));
      return { queued: queue.size, dropped, lagMs, isWalking: walk.isHeld };
    },
    async stop() {
      stop.abort();
      await running;
      await walk.release().catch(onError);
    },
  };
}
