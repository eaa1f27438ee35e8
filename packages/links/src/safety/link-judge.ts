import { StoreError } from "../store-error.ts";
import { actOnSuspicion, type FindingOutcome, type FindingsOptions } from "./findings.ts";
import { createJudge, type JudgeOptions, type OnSuspect } from "./judge.ts";
import { createJudgedLinks, type JudgedLinks } from "./judged-links.ts";
import type { CheckedLink } from "./safety-store.ts";

export type LinkJudgeOptions = JudgeOptions &
  FindingsOptions & {
    /** @param exposureMs How long the link has led where it led. */
    readonly onFinding: (outcome: FindingOutcome, link: CheckedLink, exposureMs: number) => void;
    readonly onError: (error: unknown) => void;
  };

/** Judges links and does what follows. */
export interface LinkJudge {
  /** Gives the links that must be judged again. */
  judge(links: readonly CheckedLink[]): Promise<readonly CheckedLink[]>;
  /** Whether this very version was judged, as far as is remembered. */
  readonly isJudged: JudgedLinks["has"];
  /** How long the checks that failed last want to be left alone. */
  retryAfterMs(): number;
}

const rememberedLinks = 20_000;

export function createLinkJudge(options: LinkJudgeOptions, signal: AbortSignal): LinkJudge {
  const { now, onFinding, onError } = options;
  const judge = createJudge(options);
  const judged = createJudgedLinks(rememberedLinks);
  let retryAfterMs = 0;

  /** Puts aside the links with which it could not be done what had to be. */
  const actOn =
    (links: readonly CheckedLink[], again: Set<CheckedLink>): OnSuspect =>
    async (index, suspicion) => {
      const link = links[index];
      if (link === undefined) return;
      try {
        const outcome = await actOnSuspicion(options, link, suspicion);
        onFinding(outcome, link, now() - link.changedAt);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        onError(error);
        again.add(link);
      }
    };

  return {
    async judge(links) {
      if (links.length === 0) return [];
      const again = new Set<CheckedLink>();
      const destinations = links.map(({ destination }) => destination);
      const outcome = await judge.judge(destinations, signal, actOn(links, again));
      retryAfterMs = outcome.retryAfterMs;
      for (const [index, link] of links.entries()) {
        if (outcome.judgements[index] === "unknown") again.add(link);
        else if (!again.has(link)) judged.add(link);
      }
      return [...again];
    },
    isJudged: judged.has,
    retryAfterMs: () => retryAfterMs,
  };
}
