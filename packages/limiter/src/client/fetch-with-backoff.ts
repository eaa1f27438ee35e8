import { BackoffError } from "./backoff-error.ts";
import type { BackoffOptions } from "./backoff-options.ts";
import { planOf, type Plan } from "./backoff-plan.ts";
import { checkRequest } from "./check-request.ts";
import { isRepeatable } from "./is-repeatable.ts";
import { toldWait } from "./told-wait.ts";

export { BackoffError, type BackoffErrorCode } from "./backoff-error.ts";
export type { BackoffOptions } from "./backoff-options.ts";

/**
 * Fetches, and repeats what was refused for now (429, 503) or found no connection, as long as it is allowed to.
 *
 * It waits as long as the server says (Retry-After, else the `t` of RateLimit), and at least as long as where nothing is
 * said: then waits begin at `baseMs` and double. Jitter comes on top. Repeats only what can be sent twice: idempotent
 * methods, and bodies that are not streams. Gives the last response when attempts or time are used up, without waiting for
 * what would come too late.
 *
 * @throws {BackoffError} `BACKOFF_NO_RESPONSE` when the last attempt failed, with what `fetch` threw as its `cause`;
 * `BACKOFF_BUDGET_USED` when the budget ended within an attempt; `BACKOFF_OPTION_INVALID` and `BACKOFF_REQUEST_INVALID`
 * before anything is sent.
 * @throws The signal's own reason when it is aborted.
 */
export async function fetchWithBackoff(
  input: Request | URL | string,
  init: RequestInit = {},
  options: BackoffOptions = {},
): Promise<Response> {
  const plan = planOf(options);
  checkRequest(input, init, options.fetch !== undefined);
  const signal = joinSignals(
    plan.signal,
    init.signal ?? undefined,
    input instanceof Request ? input.signal : undefined,
  );
  const attempts = isRepeatable(input, init, plan.repeatUnsafe) ? plan.maxAttempts : 1;
  const endsAt = plan.now() + plan.budgetMs;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(input, { ...init, signal }, plan.fetch, endsAt - plan.now());
    const isLast = attempt >= attempts || !isTemporary(outcome);
    const waitMs = isLast ? undefined : waitBefore(attempt, outcome, plan, endsAt - plan.now());
    if (waitMs === undefined) return unwrap(outcome, attempt, plan.budgetMs);
    if (outcome instanceof Response) void giveUp(outcome);
    await sleepIn(plan, waitMs, signal);
  }
}

/** What is not read would hold its connection. Whether that works, and when, is nothing to wait for. */
async function giveUp({ body }: Response): Promise<void> {
  try {
    await body?.cancel();
  } catch {
    // The connection is lost then, and the next attempt has another.
  }
}

/** However a `sleep` of the caller's takes it that the signal is aborted. */
async function sleepIn({ sleep }: Plan, waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(waitMs, signal);
  } finally {
    signal.throwIfAborted();
  }
}

/** What came of one attempt: a response, or why there is none. */
type Outcome = Response | Failure;

type Failure = {
  readonly error: unknown;
  /** Who ended the attempt. */
  readonly endedBy?: "caller" | "budget" | undefined;
};

async function attemptOnce(
  input: Request | URL | string,
  init: RequestInit & { readonly signal: AbortSignal },
  send: Plan["fetch"],
  remainingMs: number,
): Promise<Outcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), remainingMs);
  try {
    init.signal.throwIfAborted();
    return await send(input, { ...init, signal: AbortSignal.any([init.signal, deadline.signal]) });
  } catch (error) {
    if (init.signal.aborted) return { error: init.signal.reason, endedBy: "caller" };
    return { error, endedBy: deadline.signal.aborted ? "budget" : undefined };
  } finally {
    clearTimeout(timer);
  }
}

function isTemporary(outcome: Outcome): boolean {
  return outcome instanceof Response ? outcome.status === 429 || outcome.status === 503 : outcome.endedBy === undefined;
}

function unwrap(outcome: Outcome, attempts: number, budgetMs: number): Response {
  if (outcome instanceof Response) return outcome;
  const { error, endedBy } = outcome;
  if (endedBy === "caller") throw error;
  const sent = `after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  if (endedBy === "budget") {
    const message = `The budget of ${budgetMs} ms ended ${sent}, the last of which had no answer yet.`;
    throw new BackoffError("BACKOFF_BUDGET_USED", message, attempts, { cause: error });
  }
  const message = `No response ${sent}: ${error instanceof Error ? error.message : String(error)}`;
  throw new BackoffError("BACKOFF_NO_RESPONSE", message, attempts, { cause: error });
}

/**
 * Never less than told: jitter only adds, and takes half of the time that is left at most, so that an attempt follows.
 * Undefined when the wait alone would use up that time.
 */
function waitBefore(attempt: number, outcome: Outcome, plan: Plan, remainingMs: number): number | undefined {
  const told = outcome instanceof Response ? toldWait(outcome.headers, plan.now()) : undefined;
  const leastMs = Math.max(told ?? 0, plan.baseMs * 2 ** Math.min(attempt - 1, 31));
  if (leastMs >= remainingMs) return undefined;
  return Math.ceil(leastMs + Math.min(leastMs * plan.jitter, (remainingMs - leastMs) / 2) * plan.random());
}

function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
