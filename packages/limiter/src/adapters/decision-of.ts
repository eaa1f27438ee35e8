import type { Decision } from "../decision.ts";
import type { Limiter } from "../limiter.ts";

type AnyLimiter = Limiter<never>;

/** Forgotten with the request. */
const decided = new WeakMap<object, Map<AnyLimiter, Decision>>();

/** Keeps what was decided, for `decisionOf`. */
export function keepDecision(request: object, limiter: AnyLimiter, decision: Decision): void {
  const decisions = decided.get(request) ?? new Map<AnyLimiter, Decision>();
  decided.set(request, decisions);
  // Again at the end, if it is there.
  decisions.delete(limiter);
  decisions.set(limiter, decision);
}

/**
 * What was decided on a request, for the handler behind a limiter, a log or a template.
 *
 * @param request The same object that the limiter got.
 * @param limiter Whose decision. Default: that of the limiter that was asked last.
 * @returns undefined when none was asked, as for what `skip` skips or what costs more than a limit can ever give.
 *
 * @example const remaining = decisionOf(request)?.remaining;
 */
export function decisionOf(request: object, limiter?: AnyLimiter): Decision | undefined {
  const decisions = decided.get(request);
  return limiter === undefined ? [...(decisions?.values() ?? [])].at(-1) : decisions?.get(limiter);
}
