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

export interface Judge {
  /**
   * Judges destinations by every check. Never rejects, unless `onSuspect` does.
   *
   * @param onSuspect Called as soon as a check suspects one, before the next check is asked.
   */
  judge(
    destinations: readonly string[],
    signal: AbortSignal,
    onSuspect: (index: number, suspicion: Suspicion) => Promise<void>,
  ): Promise<JudgedAll>;
}

export type JudgedAll = {
  readonly judgements: readonly Judgement[];
  /** How long the checks that failed want to be left alone. */
  readonly retryAfterMs: number;
};

/** Puts several checks together. */
export function createJudge({ checks, onVerdict, onFailure }: JudgeOptions): Judge {
  return {
    async judge(destinations, signal, onSuspect) {
      const judgements: Judgement[] = destinations.map(() => "ok");
      let retryAfterMs = 0;
      const judgeSlice = async (check: SafetyCheck, slice: readonly number[]): Promise<void> => {
        const asked = slice.map((index) => destinations[index] ?? "");
        for (const [place, verdict] of (await check.judge(asked, signal)).entries()) {
          onVerdict(check.name, verdict.kind);
          const index = slice[place];
          if (verdict.kind === "ok" || index === undefined) continue;
          judgements[index] = "suspect";
          await onSuspect(index, verdict);
        }
      };
      for (const check of checks) {
        const open = [...judgements.keys()].filter((index) => judgements[index] !== "suspect");
        for (let at = 0; at < open.length; at += check.maxBatch) {
          const slice = open.slice(at, at + check.maxBatch);
          try {
            await judgeSlice(check, slice);
          } catch (error) {
            if (!(error instanceof SafetyCheckError)) throw error;
            onFailure(check.name, error);
            retryAfterMs = Math.max(retryAfterMs, error.retryAfterMs);
            for (const index of open.slice(at)) judgements[index] = "unknown";
            break;
          }
        }
      }
      return { judgements, retryAfterMs };
    },
  };
}
