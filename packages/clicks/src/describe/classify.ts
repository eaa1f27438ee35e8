import type { Click, ClickClass } from "../click.ts";
import type { Visit } from "../visit.ts";
import { noSignal, signals } from "./signals.ts";
import { agentBounds, createTextMemory } from "./text-memory.ts";
import { readHeaders, type VisitHeaders } from "./visit-headers.ts";

/** What kind of reader, and what decided it. */
export type Verdict = Pick<Click, "class" | "reason">;

export interface Classifier {
  classify(request: { readonly method: string; readonly headers: VisitHeaders }): Verdict;
  /**
   * Tells as what a visit counts, before it is answered: for links that may be followed so many times.
   *
   * Synchronous. Costs about a microsecond for a user agent that came lately, some ten for a new one.
   */
  classOf(visit: Pick<Visit, "method" | "rawHeaders">): ClickClass;
}

/** Makes a classifier, which remembers what it found of user agents: at most 4,096 of them and 2 MiB. */
export function createClassifier(): Classifier {
  const verdictOf = createTextMemory(agentBounds, classifyAgent);
  const classify: Classifier["classify"] = (request) => {
    const { class: kind, reason } =
      signals.request.find(({ isSeen }) => isSeen(request)) ??
      humanless(verdictOf(request.headers.get("user-agent") ?? "")) ??
      signals.missing.find(({ isSeen }) => isSeen(request)) ??
      noSignal;
    return { class: kind, reason };
  };
  return {
    classify,
    classOf: ({ method, rawHeaders }) => classify({ method, headers: readHeaders(rawHeaders) }).class,
  };
}

function classifyAgent(text: string): Verdict {
  const agent = { text, lowerCase: text.toLowerCase() };
  return signals.agent.find(({ isSeen }) => isSeen(agent)) ?? noSignal;
}

function humanless(verdict: Verdict): Verdict | undefined {
  return verdict === noSignal ? undefined : verdict;
}
