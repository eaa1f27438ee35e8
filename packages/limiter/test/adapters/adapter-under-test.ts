import type { CommonLimitOptions } from "../../src/adapters/limit-options.ts";
import type { Decision } from "../../src/decision.ts";
import type { Limiter } from "../../src/limiter.ts";
import type { Scope } from "../../src/scope.ts";

/** What the handler behind the limiters was called with. */
export type Call = {
  readonly method: string;
  readonly path: string;
  /** The framework's. */
  readonly request: unknown;
};

/** What it answers. */
export type Reply = { readonly status: number; readonly body: string };

export type Limit = {
  readonly limiter: Limiter;
  readonly options?: CommonLimitOptions<unknown> & { readonly scope?: (request: unknown, client: string) => Scope };
};

/** An application: limiters, the outermost first, before one handler for all methods and paths. */
export type App = {
  readonly limits: readonly Limit[];
  /** What comes before the limiters and takes its time. */
  readonly before?: (request: unknown, response: unknown) => Promise<void>;
  readonly handler: (call: Call) => Reply | Promise<Reply>;
};

export type RunningApp = { readonly url: string; readonly close: () => Promise<void> };

/** A framework with its adapter. */
export type AdapterUnderTest = {
  readonly name: string;
  /** Listens on a free port of 127.0.0.1. A handler or option that throws is answered with 500. */
  readonly start: (app: App) => Promise<RunningApp>;
  /** A header of the framework's request. */
  readonly headerOf: (request: unknown, name: string) => string | undefined;
  /** What the adapter exports under that name. */
  readonly decisionOf: (request: never, limiter?: Limiter) => Decision | undefined;
};
