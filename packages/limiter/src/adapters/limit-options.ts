import type { Decision } from "../decision.ts";
import type { ClientIdentityOptions } from "../http/client-identity.ts";
import type { HeadersOption } from "../http/header-formats.ts";
import type { Scope, ScopeParts } from "../scope.ts";
import type { AnswerParts } from "./answer-parts.ts";

/**
 * When a request gets back what it cost. A client that went away before the end counts as status 499, which is neither a
 * success nor a failure: only a function can give it back, and whoever hangs up in time is then not limited at all.
 */
export type RefundWhen = "success" | "failure" | ((status: number) => Awaitable<boolean>);

type Awaitable<Value> = Value | Promise<Value>;

/** What every adapter does not decide by itself. `Incoming` is the framework's request, `Asked` what the limiter takes. */
export type CommonLimitOptions<Incoming> = ClientIdentityOptions & {
  /** Whom a request has authenticated as: an API key's or a user's id. Undefined, null or empty: it is known by its address. */
  readonly identify?: (request: Incoming) => Awaitable<string | null | undefined>;
  /** The part `route` of the scope, which groups requests into counters. Default: one for all. */
  readonly route?: string | ((request: Incoming) => string);
  /** Units that a request takes; above the limit it is answered with 422. Default: each policy's own cost. */
  readonly cost?: number | ((request: Incoming) => Awaitable<number>);
  /** How limits are told to clients. Default: `draft-11`. */
  readonly headers?: HeadersOption;
  /** Requests that are neither counted nor limited. */
  readonly skip?: (request: Incoming) => Awaitable<boolean>;
  /** Called for each refused request; what it returns changes those parts of the answer. */
  readonly onLimited?: (decision: Decision, request: Incoming) => Awaitable<AnswerParts | undefined | void>;
  /**
   * Gives the cost back when the response is through: of successes (status below 400), of failures (the others, but
   * for 499), or of the statuses that a function picks. Default: never.
   */
  readonly refundWhen?: RefundWhen;
  /** Hears of errors that nobody else would. Default: `process.emitWarning`. */
  readonly onError?: (error: unknown, request: Incoming) => unknown;
};

/** Translates a request to what the limiter is asked about. `client` is who it comes from; see `ClientIdentity`. */
type ScopeOf<Incoming, Asked> = (request: Incoming, client: string) => Awaitable<Asked>;

/** Default of `scope`: the parts `client` and `route`. Needed where the limiter takes something else. */
export type LimitOptions<Incoming, Asked = Scope> = CommonLimitOptions<Incoming> &
  (ScopeParts extends Asked
    ? { readonly scope?: ScopeOf<Incoming, Asked> }
    : { readonly scope: ScopeOf<Incoming, Asked> });

/** The last argument of an adapter: it may be left out where the default scope does. */
export type OptionsArgument<Options, Asked> = ScopeParts extends Asked ? [options?: Options] : [options: Options];
