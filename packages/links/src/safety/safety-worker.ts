import type { LinkEvent } from "../link-event.ts";
import type { LinkStore } from "../link-store.ts";
import type { Links } from "../links.ts";
import type { FindingOutcome } from "./findings.ts";
import { createLinkJudge, type LinkJudge } from "./link-judge.ts";
import { SafetyCheckError, type SafetyCheck, type Verdict } from "./safety-check.ts";
import { createSafetyQueue, type SafetyQueue } from "./safety-queue.ts";
import type { CheckedLink, SafetyStore } from "./safety-store.ts";
import { checkedLink, createSafetyWalk, type SafetyWalk } from "./safety-walk.ts";
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
  /** How long the walk stays with a process that is no longer heard of. Default: 15,000. */
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
  ttlMs: 15_000,
};

const queueLimits = { maxLinks: 10_000, maxCharacters: 16 * 1024 * 1024 };
const batchLinks = 500;
const pageLinks = 200;

/** One thing after the other: the queue first, for what is new is what is followed. */
export function createSafetyWorker(options: SafetyWorkerOptions): SafetyWorker {
  const worker = new Worker(options);
  return {
    start: () => worker.start(),
    onChange: (event) => worker.hear(event),
    stats: () => worker.stats(),
    stop: () => worker.stop(),
  };
}

class Worker {
  readonly #options: SafetyWorkerOptions;
  readonly #pace: SafetyPace;
  readonly #queue: SafetyQueue = createSafetyQueue(queueLimits);
  readonly #judge: LinkJudge;
  readonly #walk: SafetyWalk;
  readonly #stop = new AbortController();
  readonly #waiting = createWakeableWait();
  #dropped = 0;
  #failures = 0;
  #running: Promise<void> | undefined;

  constructor(options: SafetyWorkerOptions) {
    this.#options = options;
    this.#pace = { ...usualPace, ...options.pace };
    this.#judge = createLinkJudge(options, this.#stop.signal);
    const { checks } = options;
    this.#walk = createSafetyWalk({
      ...options,
      judge: async (links) => (await this.#judge.judge(links)).length === 0,
      edition: async () => JSON.stringify(await Promise.all(checks.map((check) => this.#editionOf(check)))),
      isJudged: this.#judge.isJudged,
      pageLinks,
      settleMs: this.#pace.settleMs,
      ttlMs: this.#pace.ttlMs,
    });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  hear(event: LinkEvent): void {
    if (event.kind === "unknown") return;
    const link = checkedLink(event.link, this.#options.now());
    if (link === undefined) return;
    this.#put(link);
    this.#waiting.wake();
  }

  stats(): SafetyWorkerStats {
    const oldest = [this.#queue.oldestAt(), this.#walk.oldestAt()].filter((at) => at !== undefined);
    const lagMs = oldest.length === 0 ? 0 : Math.max(0, this.#options.now() - Math.min(...oldest));
    return { queued: this.#queue.size, dropped: this.#dropped, lagMs, isWalking: this.#walk.isHeld };
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#walk.release().catch(this.#options.onError);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const pauseMs = await this.#turn();
      // After a failure new links wait like the others; else they come soon.
      const wakeAfterMs = this.#failures > 0 ? pauseMs : this.#pace.lingerMs;
      await this.#waiting.wait(pauseMs, wakeAfterMs, this.#stop.signal);
    }
  }

  /** Gives how long to wait for the next turn. */
  async #turn(): Promise<number> {
    try {
      const step = (await this.#judgeQueue()) ? await this.#walk.step() : "stuck";
      if (step === "stuck") return this.#retryPause();
      this.#failures = 0;
      return step === "walked" ? this.#pace.stepMs : this.#pace.idleMs;
    } catch (error) {
      // Of a check that cannot judge it was told already.
      if (!this.#stop.signal.aborted && !(error instanceof SafetyCheckError)) this.#options.onError(error);
      return this.#retryPause();
    }
  }

  async #editionOf(check: SafetyCheck): Promise<string> {
    const { signal } = this.#stop;
    try {
      return (await check.edition?.(signal)) ?? "";
    } catch (error) {
      if (!signal.aborted && error instanceof SafetyCheckError) this.#options.onFailure(check.name, error);
      throw error;
    }
  }

  /** False: some of them must wait for another turn. */
  async #judgeQueue(): Promise<boolean> {
    // The walk may have been there first.
    const batch = this.#queue.take(batchLinks).filter((link) => !this.#judge.isJudged(link));
    const again = await this.#judge.judge(batch);
    for (const link of again) this.#put(link);
    return again.length === 0;
  }

  #put(link: CheckedLink): void {
    if (!this.#queue.put(link)) this.#dropped += 1;
  }

  #retryPause(): number {
    const { first, longest } = this.#pace.retryMs;
    const grown = first * 2 ** Math.min(this.#failures, 20);
    this.#failures += 1;
    return Math.min(longest, Math.max(grown, this.#judge.retryAfterMs()));
  }
}
