/**
 * Every misconfiguration that works, but not as meant. Each has its heading in docs/guide/limiter-warnings.md; adapters
 * add their rows here.
 */
export const limiterWarnings = {
  ADDRESS_MISSING:
    "A request had no address: the connection was gone already, is no IP connection, or the adapter was not told where to look. All such requests count as one client, `anonymous`. At a fetch handler set `remoteAddress`; behind a Unix socket give `trustedProxies` as a count.",
  LIMITER_PER_REQUEST:
    "More than 100 limiters of one policy were made within a minute, each with a memory store of its own: each begins with fresh counters and limits nobody. Make one limiter when the program starts.",
  LIMITER_TWICE:
    "One limiter was asked the same about one request twice, so that it was charged twice. Apply it once, or give each place a `route` of its own.",
  MEMORY_IN_CLUSTER:
    "This process is one of several in a node:cluster, and the store counts in this process alone: each worker admits the whole limit. Use a store that the workers share.",
  POLICY_FUNCTION_UNCACHED:
    "The policy function returned a new object 1,000 times in a row: each had to be written as text and looked up. Return the same object for the same plan.",
  PROXY_HEADER_UNTRUSTED:
    "A request carries X-Forwarded-For or Forwarded, but no proxy is trusted: everybody behind the proxy counts as one client. Set `trustedProxies` to its addresses, or to [] when there is none.",
  SHADOW_ONLY: "Every policy of this limiter is in shadow: it counts and reports, but refuses nobody.",
  TRUST_ALL:
    "`trustedProxies` holds every address there is, so that everybody can choose his own with a header, and no limit holds. Name your proxies only.",
} as const satisfies Record<string, string>;

export type LimiterWarningCode = keyof typeof limiterWarnings;

export type LimiterWarning = {
  readonly code: LimiterWarningCode;
  /** What is wrong and how to mend it. */
  readonly message: string;
  /** Where it is explained, from the root of the repository. */
  readonly link: string;
};

export type WarningSink = (warning: LimiterWarning) => void;

const given = new Set<LimiterWarningCode>();

/** Gives a warning, once in the life of the process. Default: `process.emitWarning`, and nothing where there is none. */
export function warnOnce(code: LimiterWarningCode, sink: WarningSink = emitWarning): void {
  if (given.has(code)) return;
  given.add(code);
  try {
    sink({ code, message: limiterWarnings[code], link: `docs/guide/limiter-warnings.md#${code.toLowerCase()}` });
  } catch {
    // Who listens to warnings must not be able to stop a request.
  }
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
  (globalThis as Host).process?.emitWarning?.(message, { type: "LimiterWarning", code, detail: `See ${link}` });
}
