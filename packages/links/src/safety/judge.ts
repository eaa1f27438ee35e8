import { SafetyCheckError, type SafetyCheck, type Verdict } from "./safety-check.ts";

export type Suspicion = Extract<Verdict, { readonly kind: "suspect" }>;

/** `unknown`: a check could not judge, and none that could found anything. */
export type Judgement = "ok" | "suspect" | "unknown";

export type JudgeOptions = {
  /** Asked one after the other; what one suspects the next is not told of. */
  readonly checks: readonly SafetyCheck[];
  readonly onVerdict: (check: string, kind: Verdict["kind"]) => void;
  readonly onFailure: (check: string, error: unknown) => void;
};

export type OnSuspect = (index: number, suspicion: Suspicion) => Promise<void>;

export interface Judge {
  /**
   * Judges destinations by every check. Never rejects, unless `onSuspect` does.
   *
   * @param onSuspect Called as soon as a check suspects one, before the next check is asked.
   */
  judge(destinations: readonly string[], signal: AbortSignal, onSuspect: OnSuspect): Promise<JudgedAll>;
}

export type JudgedAll = {
  readonly judgements: readonly Judgement[];
  /** How long the checks that failed want to be left alone. */
  readonly retryAfterMs: number;
};

/** Puts several checks together. */
export function createJudge(options: JudgeOptions): Judge {
  return {
    async judge(destinations, signal, onSuspect) {
      const judgements: Judgement[] = destinations.map(() => "ok");
      let retryAfterMs = 0;
      for (const check of options.checks) {
        const open = [...judgements.keys()].filter((index) => judgements[index] !== "suspect");
        const failure = await judgeBy(check, open, { ...options, destinations, signal, judgements, onSuspect });
        retryAfterMs = Math.max(retryAfterMs, failure?.retryAfterMs ?? 0);
      }
      return { judgements, retryAfterMs };
    },
  };
}

type Work = Omit<JudgeOptions, "checks"> & {
  readonly destinations: readonly string[];
  readonly signal: AbortSignal;
  readonly judgements: Judgement[];
  readonly onSuspect: OnSuspect;
};

/** Asks one check about all that are open, as many at once as it takes; gives why it stopped. */
async function judgeBy(check: SafetyCheck, open: readonly number[], work: Work): Promise<SafetyCheckError | undefined> {
  for (let at = 0; at < open.length; at += check.maxBatch) {
    try {
      await judgeSlice(check, open.slice(at, at + check.maxBatch), work);
    } catch (error) {
      if (!(error instanceof SafetyCheckError)) throw error;
      if (!work.signal.aborted) work.onFailure(check.name, error);
      for (const index of open.slice(at)) work.judgements[index] = "unknown";
      return error;
    }
  }
  return undefined;
}

async function judgeSlice(check: SafetyCheck, slice: readonly number[], work: Work): Promise<void> {
  throwIfStopped(work);
  const asked = slice.map((index) => work.destinations[index] ?? "");
  const verdicts = await check.judge(asked, work.signal);
  for (const [place, verdict] of verdicts.entries()) {
    // A quarantine may wait a second for other nodes, and a stop cannot wait for hundreds of them.
    throwIfStopped(work);
    work.onVerdict(check.name, verdict.kind);
    const index = slice[place];
    if (verdict.kind === "ok" || index === undefined) continue;
    work.judgements[index] = "suspect";
    await work.onSuspect(index, verdict);
  }
}

function throwIfStopped({ signal }: Work): void {
  if (signal.aborted) throw new SafetyCheckError("The work was stopped.");
}
