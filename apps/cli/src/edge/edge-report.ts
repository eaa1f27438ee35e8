import type { Say } from "../texts/say.ts";
import type { EdgeList } from "./edge-list.ts";

export type EdgeReportOptions = {
  readonly say: Say;
  readonly notice: (line: string) => void;
  readonly list: Pick<EdgeList, "counts">;
  readonly silenceMs: number;
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** What the agent has counted. */
export type EdgeCounts = {
  readonly position: string | null;
  readonly denied: number;
  readonly bypassed: number;
  readonly isTrusted: boolean;
  readonly polls: number;
  readonly failedPolls: number;
  /** How often the edge had to do without its copies. */
  readonly lapses: number;
};

/** Says when the edge must do without its copies and when no more, and now and then a line of counts. */
export interface EdgeReport {
  heard(position: string): void;
  /** The service cannot tell of all changes before that span is over. */
  blind(forMs: number): void;
  failed(error: unknown): void;
  /** Somebody else took files of the list away. */
  damaged(): void;
  /** To be called some times in a second. */
  look(trustedUntil: number): void;
  counts(): EdgeCounts;
}

const lineEveryMs = 60_000;

/** So much longer than was said is worth another line. */
const muchLaterMs = 60_000;

/** Begins as one that does without copies. */
export function createEdgeReport(options: EdgeReportOptions): EdgeReport {
  const { say, notice, list, silenceMs, monotonicMs, now: wallMs } = options;
  const state = { polls: 0, failedPolls: 0, lapses: 0, isTrusted: false };
  let position: string | null = null;
  let lastError = "";
  let saidUntil = Number.NEGATIVE_INFINITY;
  let lineAt = monotonicMs() + lineEveryMs;

  const counts = (): EdgeCounts => {
    const { deny: denied, bypass: bypassed } = list.counts();
    return { position, denied, bypassed, ...state };
  };
  return {
    heard(at) {
      state.polls += 1;
      position = at;
    },
    blind(forMs) {
      const until = monotonicMs() + forMs;
      if (until < saidUntil + muchLaterMs) return;
      saidUntil = until;
      notice(say("edge.blind", { until: new Date(wallMs() + forMs).toISOString() }));
    },
    failed(error) {
      state.polls += 1;
      state.failedPolls += 1;
      const reason = error instanceof Error ? reasonOf(error) : String(error);
      // Once, not with every try.
      if (reason !== lastError) notice(say("edge.failed", { reason }));
      lastError = reason;
    },
    damaged: () => notice(say("edge.damaged")),
    look(trustedUntil, now = monotonicMs()) {
      const isTrusted = now < trustedUntil;
      if (isTrusted && !state.isTrusted) {
        lastError = "";
        notice(say("edge.trusted", { position: position ?? "" }));
      }
      if (!isTrusted && state.isTrusted) {
        state.lapses += 1;
        notice(say("edge.lapsed", { seconds: silenceMs / 1_000 }));
      }
      state.isTrusted = isTrusted;
      if (now < lineAt) return;
      lineAt = now + lineEveryMs;
      notice(`edge-agent ${countsLine(counts())}`);
    },
    counts,
  };
}

/** As programs read it, in one line: `denied=1 bypassed=0 …`. */
function countsLine(counts: EdgeCounts): string {
  return Object.entries(counts)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** Our own errors carry a code, and what it is about. */
function reasonOf(error: Error): string {
  const { values } = error as { readonly values?: Readonly<Record<string, unknown>> };
  const detail = values === undefined ? "" : ` (${Object.values(values).join(", ")})`;
  // It is put into a sentence.
  return `${error.message}${detail}`.replace(/\.$/, "");
}
