import type { HttpWarningCode } from "./http/http-warnings.ts";
import { quietly } from "./quietly.ts";

/**
 * Every misconfiguration of a limiter that works, but not as meant. Each has its heading in
 * docs/guide/limiter-warnings.md. What adapters warn of stands in http-warnings.ts: whoever has no HTTP need not load it.
 */
export const limiterWarnings = {
  LIMITER_PER_REQUEST: "100 limiters a minute, each with its memory, limit nobody. Make one at the start.",
  MEMORY_IN_CLUSTER: "Each worker of a node:cluster admits the whole limit. Take a store that they share.",
  POLICY_FUNCTION_UNCACHED: "The policy function gave 1,000 new objects in a row. Give the same for a plan.",
  SHADOW_ONLY: "Every policy is in shadow: nobody is refused.",
  STORE_FAILED: "The store failed: `onFailure` answers.",
  STORE_REFUSED: "The store refused: `onFailure` answers, perhaps until you mend it.",
} as const satisfies Record<string, string>;

export type LimiterWarningCode = keyof typeof limiterWarnings | HttpWarningCode;

export type LimiterWarning = {
  readonly code: LimiterWarningCode;
  /** What is wrong and how to mend it. */
  readonly message: string;
  /** Where it is explained: a file of the package, from the folder of the project that has installed it. */
  readonly link: string;
};

export type WarningSink = (warning: LimiterWarning) => void;

const given = new Set<LimiterWarningCode>();

/** Gives one of `limiterWarnings`, as `giveOnce`, and after it what caused it. */
export function warnOnce(code: keyof typeof limiterWarnings, sink?: WarningSink, cause = ""): void {
  giveOnce(code, limiterWarnings[code] + cause, sink);
}

/** Gives a warning, once in the life of the process. Default: `process.emitWarning`, and nothing where there is none. */
export function giveOnce(code: LimiterWarningCode, message: string, sink: WarningSink = emitWarning): void {
  if (given.has(code)) return;
  given.add(code);
  quietly(() =>
    sink({ code, message, link: `node_modules/@narrows/limiter/docs/guide/limiter-warnings.md#${code.toLowerCase()}` }),
  );
}

/** For tests: every warning can be given again. */
export function forgetWarnings(): void {
  given.clear();
}

/** As far as the core needs it; there may be none at the edge. */
type Host = {
  readonly process?: {
    readonly emitWarning?: (message: string, options: { type: string; code: string; detail: string }) => void;
  };
};

function emitWarning({ code, message, link }: LimiterWarning): void {
  (globalThis as Host).process?.emitWarning?.(message, { type: "LimiterWarning", code, detail: link });
}
