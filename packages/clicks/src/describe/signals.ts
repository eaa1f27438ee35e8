import { isbot } from "isbot";
import type { ClickClass } from "../click.ts";
import { linkPreviews } from "./link-previews.ts";
import type { VisitHeaders } from "./visit-headers.ts";

/** One thing that tells what kind of reader a visit is of. */
type SignalRow = {
  readonly class: ClickClass;
  /** Kept with each click, so that a rule can change later and old clicks can be judged again. */
  readonly reason: string;
};

/** What is seen in a request. */
export type RequestSignal = SignalRow & {
  readonly isSeen: (request: { readonly method: string; readonly headers: VisitHeaders }) => boolean;
};

/** What is seen in a user agent alone, of at most 1,024 UTF-16 code units; slow, and therefore remembered. */
export type AgentSignal = SignalRow & {
  readonly isSeen: (agent: { readonly text: string; readonly lowerCase: string }) => boolean;
};

/** A longer purpose is no browser's. */
const maxPurposeLength = 200;

const hasWord = (header: string, word: string) => (request: { readonly headers: VisitHeaders }) =>
  request.headers.get(header)?.slice(0, maxPurposeLength).toLowerCase().includes(word) === true;

/** First: what a request says of itself. Whoever asks ahead of a reader has a reader's user agent. */
const requestSignals: readonly RequestSignal[] = [
  // Before all others: whoever sends HEAD reads nothing.
  { class: "head", reason: "method-head", isSeen: ({ method }) => method === "HEAD" },
  // Before prefetch, for it says both words.
  { class: "prefetch", reason: "sec-purpose-prerender", isSeen: hasWord("sec-purpose", "prerender") },
  { class: "prefetch", reason: "sec-purpose-prefetch", isSeen: hasWord("sec-purpose", "prefetch") },
  { class: "prefetch", reason: "purpose-prefetch", isSeen: hasWord("purpose", "prefetch") },
  { class: "prefetch", reason: "purpose-preview", isSeen: hasWord("purpose", "preview") },
  { class: "prefetch", reason: "x-moz-prefetch", isSeen: hasWord("x-moz", "prefetch") },
  { class: "prefetch", reason: "x-purpose-preview", isSeen: hasWord("x-purpose", "preview") },
  {
    class: "bot",
    reason: "agent-missing",
    isSeen: ({ headers }) => (headers.get("user-agent") ?? "").trim() === "",
  },
];

/** Second: what a user agent says. */
const agentSignals: readonly AgentSignal[] = [
  // Before bots, for nearly all of these are on the list of bots as well.
  ...linkPreviews.map(({ name, parts }): AgentSignal => ({
    class: "preview",
    reason: `preview-${name}`,
    isSeen: ({ lowerCase }) => parts.every((part) => lowerCase.includes(part)),
  })),
  { class: "bot", reason: "agent-bot", isSeen: ({ text }) => isbot(text) },
];

/** Last: what is missing, which is the weakest. */
const missingSignals: readonly RequestSignal[] = [
  {
    class: "bot",
    // Every browser sends it with every request, those inside of other programs too.
    reason: "language-missing",
    isSeen: ({ headers }) => (headers.get("accept-language") ?? "").trim() === "",
  },
];

/** All signals, in the order in which they are looked for: the first that is seen decides. */
export const signals = { request: requestSignals, agent: agentSignals, missing: missingSignals } as const;

/** Of whoever gives none of the signals. */
export const noSignal = { class: "human", reason: "no-signal" } as const satisfies SignalRow;

/** Every class with each of its reasons, in the order of the signals. */
export const clickReasons: readonly SignalRow[] = [
  ...requestSignals,
  ...agentSignals.filter(({ reason }, index) => agentSignals.findIndex((row) => row.reason === reason) === index),
  ...missingSignals,
  noSignal,
].map(({ class: kind, reason }) => ({ class: kind, reason }));
