import type { LimiterObserver } from "./observer.ts";
import type { PolicyOptions } from "./policy-options.ts";
import type { Scope } from "./scope.ts";
import type { Store } from "./store.ts";
import type { WarningSink } from "./warnings.ts";

/** One policy, or several that are decided together. */
type PoliciesOption<Request> =
  | {
      /** The policy, or a function that chooses for each request. What a function returned must not be changed later. */
      readonly policy: PolicyOptions | ((request: Request) => PolicyOptions | readonly PolicyOptions[]);
      readonly policies?: never;
    }
  | {
      /** All of them charge a request, or none does. */
      readonly policies: readonly PolicyOptions[];
      readonly policy?: never;
    };

/** Needed when a request is not a scope already. */
type ScopeOption<Request> = [Request] extends [Scope]
  ? { readonly scope?: (request: Request) => Scope }
  : { readonly scope: (request: Request) => Scope };

export type LimiterOptions<Request = Scope> = PoliciesOption<Request> &
  ScopeOption<Request> & {
    /** Where the counters live. */
    readonly store: Store;
    readonly scope?: (request: Request) => Scope;
    readonly observer?: LimiterObserver;
    /** Hears of misconfigurations in place of `process.emitWarning`, each once in a process. */
    readonly onWarning?: WarningSink;
  };
