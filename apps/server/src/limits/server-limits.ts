import type { Logger, Metrics } from "@narrows/service";
import type { Gate } from "../auth/gate.ts";
import type { Clocks } from "../clocks.ts";
import { createLimitMetrics, registerPolicyReloads, registerThrottledAddresses } from "../metrics/limit-metrics.ts";
import type { Route } from "../routes/route.ts";
import type { TrustedProxies } from "../trusted-proxies.ts";
import { createAddressThrottle, type AddressThrottle } from "./address-throttle.ts";
import { createCallers } from "./caller.ts";
import { createLimitedGate } from "./limited-gate.ts";
import { createLimits, type Limits, type LimitsOptions, type OwnLimits } from "./limits.ts";
import type { PoliciesSource } from "./policies-source.ts";
import { createProxyWarning } from "./proxy-warning.ts";
import { createRequestLimits, type RequestLimit } from "./request-limit.ts";

/** Every place where the service limits somebody. */
export type ServerLimits = {
  readonly limitOf: (route: Route) => RequestLimit;
  readonly unknownCodes: AddressThrottle;
  /** Puts the limit of wrong keys in front of a gate. */
  readonly guard: (gate: Gate) => Gate;
  readonly close: () => Promise<void>;
};

export type ServerLimitsOptions = {
  readonly policies: Pick<PoliciesSource, "current" | "reloads">;
  readonly trustedProxies: TrustedProxies;
  readonly metrics: Metrics;
  readonly clocks: Clocks;
  readonly log: Pick<Logger, "warn">;
  /** Puts the counters of all processes in the place of those of this one. Default: this one is alone. */
  readonly join?: ((own: OwnLimits, options: Omit<LimitsOptions, "clocks">) => Limits) | undefined;
};

/** Puts the limits together: one set of counters, asked in three places. */
export function createServerLimits(options: ServerLimitsOptions): ServerLimits {
  const { trustedProxies, metrics, clocks, log } = options;
  const policies = options.policies.current;
  const onDecision = createLimitMetrics(metrics);
  const { join = (own): Limits => own } = options;
  const limits = join(createLimits({ policies, clocks, onDecision }), { policies, onDecision });
  const callers = createCallers(trustedProxies);
  const { monotonicMs } = clocks;
  const onRefused = createProxyWarning(log, trustedProxies);
  const shared = { limits, policies, callers, monotonicMs, onDecision, onRefused };
  const unknownCodes = createAddressThrottle({ ...shared, purpose: "unknown-code" });
  const wrongKeys = createAddressThrottle({ ...shared, purpose: "wrong-key" });
  registerPolicyReloads(metrics, options.policies.reloads);
  registerThrottledAddresses(metrics, { "unknown-code": () => unknownCodes.size, "wrong-key": () => wrongKeys.size });
  return {
    limitOf: createRequestLimits({ limits, callers, onRefused }),
    unknownCodes,
    guard: (gate) => createLimitedGate(gate, wrongKeys),
    close: limits.close,
  };
}
