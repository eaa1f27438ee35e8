import type { BackoffOptions } from "./backoff-options.ts";
import { isRepeatable } from "./is-repeatable.ts";
import { sleepFor } from "./sleep-for.ts";
import { toldWait } from "./told-wait.ts";

export type { BackoffOptions } from "./backoff-options.ts";

type Plan = Required<Omit<BackoffOptions, "signal">>;

/**
 * Fetches, and repeats what was refused for now (429, 503) or found no connection, as long as it is allowed to.
 *
 * It waits as long as the server says (Retry-After, else the `t` of RateLimit), and at least as long as where nothing is
 * said: then waits begin at `baseMs` and double. Jitter comes on top. Sends only what can be sent twice: idempotent methods, and bodies that are not
 * streams. Gives the last response when attempts or time are used up, without waiting for what would come too late.
 *
 * @throws What `fetch` throws; the signal's reason when it is aborted; a `TimeoutError` when the budget ends within an
 * attempt.
 */
export async function fetchWithBackoff(
  input: Request | URL | string,
  init: RequestInit = {},
  options: BackoffOptions = {},
): Promise<Response> {
  const plan = planOf(options);
  const signal = joinSignals(
    options.signal,
    init.signal ?? undefined,
    input instanceof Request ? input.signal : undefined,
  );
  const attempts = isRepeatable(input, init, plan.repeatUnsafe) ? plan.maxAttempts : 1;
  const endsAt = plan.now() + plan.budgetMs;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(input, { ...init, signal }, plan.fetch, endsAt - plan.now());
    if (attempt >= attempts || !isTemporary(outcome)) return unwrap(outcome);
    const waitMs = waitBefore(attempt, outcome, plan, endsAt - plan.now());
    if (waitMs === undefined) return unwrap(outcome);
    // What is not read would hold its connection.
    if (outcome instanceof Response) await outcome.body?.cancel();
    await plan.sleep(waitMs, signal);
  }
}

const optionNames = "maxAttempts budgetMs jitter baseMs repeatUnsafe signal random sleep now fetch".split(" ");

function planOf(options: BackoffOptions): Plan {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`fetchWithBackoff has no option \`${unknown}\`, but ${optionNames.join(", ")}.`);
  const { maxAttempts = 5, budgetMs = 60_000, jitter = 0.5, baseMs = 500, repeatUnsafe = false } = options;
  const { random = Math.random, sleep = sleepFor, now = Date.now } = options;
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1)
    throw new RangeError("maxAttempts must be a whole number of at least 1.");
  for (const [name, value] of Object.entries({ budgetMs, jitter, baseMs })) {
    if (!(value >= 0 && value < 2 ** 31)) throw new RangeError(`${name} must be a number from 0 to 2^31.`);
  }
  // Looked up late, so that a test's or a framework's fetch is met.
  return { maxAttempts, budgetMs, jitter, baseMs, repeatUnsafe, random, sleep, now, fetch: options.fetch ?? fetch };
}

/** What came of one attempt: a response, or why there is none. */
type Outcome = Response | Failure;

type Failure = { readonly error: unknown; readonly isFinal: boolean };

async function attemptOnce(
  input: Request | URL | string,
  init: RequestInit & { readonly signal: AbortSignal },
  send: Plan["fetch"],
  remainingMs: number,
): Promise<Outcome> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new DOMException("The budget is used up.", "TimeoutError")),
    remainingMs,
  );
  try {
    init.signal.throwIfAborted();
    return await send(input, { ...init, signal: AbortSignal.any([init.signal, deadline.signal]) });
  } catch (error) {
    return { error, isFinal: init.signal.aborted || deadline.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}

function isTemporary(outcome: Outcome): boolean {
  return outcome instanceof Response ? outcome.status === 429 || outcome.status === 503 : !outcome.isFinal;
}

function unwrap(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome;
  throw outcome.error;
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
