import { isbot } from "isbot";
import type { ClickClass } from "../click.ts";
import { linkPreviews } from "./link-previews.ts";
import { unlistedBots } from "./unlisted-bots.ts";
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

/** What browsers say with what they fetch ahead of a reader: `Sec-Purpose`, its forerunners, and the words of each. */
const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;
/** Prerender before prefetch, for who does the former says both. */
const purposeWords = ["prerender", "prefetch", "preview"] as const;

const purposeSignals: readonly RequestSignal[] = purposeHeaders.flatMap((header) =>
  purposeWords.map((word): RequestSignal => ({
    class: "prefetch",
    reason: `${header}-${word}`,
    // The whole of it, wherever the word stands: a link that opens once would be spent ahead of its reader.
    isSeen: ({ headers }) => headers.get(header)?.toLowerCase().includes(word) === true,
  })),
);

/** First: what a request says of itself. Whoever asks ahead of a reader has a reader's user agent. */
const requestSignals: readonly RequestSignal[] = [
  // Before all others: whoever sends HEAD reads nothing.
  { class: "head", reason: "method-head", isSeen: ({ method }) => method === "HEAD" },
  ...purposeSignals,
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
  {
    class: "bot",
    reason: "agent-bot",
    isSeen: ({ text, lowerCase }) => isbot(text) || unlistedBots.some((part) => lowerCase.includes(part)),
  },
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
