import type { WriterTarget, WriteReply, WriteRequest } from "@narrows/links/sqlite";
import type { MetricsPage, MetricsSnapshot } from "@narrows/service";
import type { Ask, LimitDecision } from "../limits/limits.ts";
import type { ReadinessReport } from "../readiness.ts";
import type { Listening } from "../server.ts";

/** What a worker is told at its start. */
export type Greeting = {
  /** 1 to WORKERS; a worker that replaces another one has its number. */
  readonly number: number;
  /** The port that is listened on already; undefined for the first worker of all. */
  readonly port: number | undefined;
  /** What to ask for to share it: where a free one was taken, that is 0 as long as somebody has it. */
  readonly askedPort: number;
};

/** One question to the counters of all. */
export type LimitCall =
  | { readonly verb: "check" | "peek" | "take"; readonly ask: Ask }
  | { readonly verb: "refund"; readonly ask: Ask; readonly decision: NonNullable<LimitDecision> };

/** What became of one such question: others of the same message are counted whether or not this one failed. */
export type LimitAnswer = { readonly decision: LimitDecision } | { readonly fault: string };

/** What workers ask their primary. */
export type WorkerAsks = {
  readonly hello: { readonly question: null; readonly answer: Greeting };
  /** Answered when the database is up to date and the secrets are there. */
  readonly store: { readonly question: null; readonly answer: WriterTarget };
  readonly write: { readonly question: WriteRequest; readonly answer: WriteReply };
  readonly readiness: { readonly question: null; readonly answer: ReadinessReport };
  readonly metrics: { readonly question: null; readonly answer: MetricsPage };
  /** What was asked in one turn of the event loop, in order: calls and answers as `joined-limits.ts` writes them. */
  readonly limits: { readonly question: string; readonly answer: string };
  /** The port is taken. */
  readonly listening: { readonly question: number; readonly answer: null };
  readonly ready: { readonly question: Listening; readonly answer: null };
  /** Why it cannot start as configured, for people to read. */
  readonly fault: { readonly question: string; readonly answer: null };
  /** What it has counted, now that it ends. */
  readonly farewell: { readonly question: MetricsSnapshot; readonly answer: null };
};

/** How a worker stops: `replaced` when another one has taken its place, so that nobody need hurry. */
export type StopManner = "replaced" | "ending";

/** What the primary asks its workers. */
export type PrimaryAsks = {
  readonly stop: { readonly question: StopManner; readonly answer: null };
  /** Only whether it still answers. */
  readonly alive: { readonly question: null; readonly answer: null };
  readonly checks: { readonly question: null; readonly answer: ReadinessReport };
  readonly snapshot: { readonly question: null; readonly answer: MetricsSnapshot };
};
