import type { Decision } from "../decision.ts";
import type { Answer } from "../http/answer.ts";
import type { RequestOrigin } from "../http/client-address.ts";
import type { HeaderLine } from "../http/header-format.ts";
import { headerFormats } from "../http/header-formats.ts";
import { mergeHeaders } from "../http/merge-headers.ts";
import { costAboveLimitAnswer, refusalAnswer } from "../http/problem.ts";
import type { Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import { withParts } from "./answer-parts.ts";
import { createAsk } from "./ask.ts";
import { checkLimitOptions } from "./check-limit-options.ts";
import { keepDecision } from "./decision-of.ts";
import type { LimitOptions } from "./limit-options.ts";
import type { OptionRules } from "./option-rules.ts";
import { wantsRefund } from "./refund-when.ts";
import { createReport } from "./report.ts";
import { createTwiceWatch } from "./twice-watch.ts";

/** What became of a request. */
export type LimitedRequest = {
  /** In place of the handler's response; undefined when the request may pass. */
  readonly refusal: Answer | undefined;
  /**
   * Headers for the response, whoever makes it.
   *
   * @param current The value that the response has under a name already.
   */
  readonly headers: (current: (name: string) => string | undefined) => readonly HeaderLine[];
  /** To be called once the response is through, with its status. Undefined when nothing will be given back. */
  readonly settle: ((status: number) => Promise<void>) | undefined;
};

/**
 * Puts a request before the limiter; undefined when it is to be skipped, `gone` when it is to be dropped, since its
 * client is gone and nobody was charged.
 *
 * @param identity The same object for the same request, whichever limiter is asked.
 */
export type RequestLimit<Incoming> = (
  request: Incoming,
  origin: RequestOrigin,
  identity: object,
) => Promise<LimitedRequest | "gone" | undefined>;

/**
 * The part that all adapters share: from request to scope, from decision to headers and answer.
 *
 * @param call The adapter's name, for errors.
 * @param moreRules Of options that this adapter alone has.
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function createRequestLimit<Incoming, Asked = Scope>(
  call: string,
  limiter: Limiter<Asked>,
  // Where a scope is needed, so is the option.
  options: LimitOptions<Incoming, Asked> = {} as LimitOptions<Incoming, Asked>,
  moreRules?: OptionRules,
): RequestLimit<Incoming> {
  checkLimitOptions(call, limiter, options, moreRules);
  const { skip, cost } = options;
  const ask = createAsk(options);
  const tell = createTell(options);
  const settleOf = createSettle(limiter, options);
  const watch = createTwiceWatch(limiter, options.onWarning);
  return async (request, origin, identity) => {
    if ((await skip?.(request)) === true) return undefined;
    const question = await ask(request, origin);
    if (question === undefined) return "gone";
    const { asked } = question;
    watch(identity, asked);
    const units = typeof cost === "function" ? await cost(request) : cost;
    const decision = await checked(limiter, asked, units);
    if (decision === undefined) return { refusal: costAboveLimitAnswer(), headers: () => [], settle: undefined };
    keepDecision(identity, limiter, decision);
    return {
      refusal: decision.allowed ? undefined : await refuse(decision, request, options),
      headers: await tell(decision),
      settle: settleOf(request, asked, decision),
    };
  };
}

/** Undefined when it costs more than a limit can ever give: a client may have chosen so. */
async function checked<Asked>(
  limiter: Limiter<Asked>,
  asked: Asked,
  cost: number | undefined,
): Promise<Decision | undefined> {
  try {
    return await limiter.check(asked, cost === undefined ? {} : { cost });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "COST_ABOVE_LIMIT") return undefined;
    throw error;
  }
}

function createTell({ headers }: Pick<LimitOptions<never>, "headers">) {
  const formats = headerFormats(headers);
  return async (decision: Decision): Promise<LimitedRequest["headers"]> => {
    // Nobody has seen the counters: every number would be made up.
    if (decision.degraded) return () => [];
    const lines = await Promise.all(formats.map(async (format) => format.lines(decision)));
    return (current) => formats.flatMap((format, index) => mergeHeaders(format, lines[index] ?? [], current));
  };
}

async function refuse<Incoming>(
  decision: Decision,
  request: Incoming,
  { onLimited }: Pick<LimitOptions<Incoming>, "onLimited">,
): Promise<Answer> {
  return withParts(refusalAnswer(decision), await onLimited?.(decision, request));
}

/** Nobody waits for it, so that it never rejects. */
function createSettle<Incoming, Asked>(
  limiter: Limiter<Asked>,
  options: LimitOptions<Incoming, Asked>,
): (request: Incoming, asked: Asked, decision: Decision) => LimitedRequest["settle"] {
  const { refundWhen } = options;
  if (refundWhen === undefined) return () => undefined;
  const report = createReport<Incoming>(options);
  return (request, asked, decision) => async (status) => {
    try {
      if (await wantsRefund(refundWhen, status)) await limiter.refund(asked, decision);
    } catch (error) {
      await report(error, request);
    }
  };
}
