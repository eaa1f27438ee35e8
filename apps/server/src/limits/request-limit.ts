import type { IncomingMessage } from "node:http";
import { headerFormats } from "@narrows/limiter/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestContext } from "../http/request-context.ts";
import type { Route } from "../routes/route.ts";
import type { Callers } from "./caller.ts";
import type { Ask, LimitDecision, Limits } from "./limits.ts";
import { rateLimited } from "./rate-limited.ts";

/** Charges the requests of one route, as its row says. */
export interface RequestLimit {
  /**
   * Charges one unit, before the body is read, and tells in headers what is left.
   *
   * @throws {ApiError} `RATE_LIMITED`
   */
  charge(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
  /**
   * Charges the rows of a body that has come, in place of the one unit; who is refused them has paid the unit.
   *
   * @throws {ApiError} `RATE_LIMITED`
   */
  chargeRows(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export type RequestLimitsOptions = {
  readonly limits: Limits;
  readonly callers: Callers;
  readonly onRefused: (request: IncomingMessage) => void;
};

/** What a request has paid whose rows count. On the request itself, as its context is. */
type Charged = { readonly ask: Ask; readonly decision: LimitDecision };
const chargedOf = Symbol("charged");
type ChargedRequest = FastifyRequest & { [chargedOf]?: Charged };

/** Makes what charges each route. */
export function createRequestLimits({
  limits,
  callers,
  onRefused,
}: RequestLimitsOptions): (route: Route) => RequestLimit {
  return ({ limit: purpose, countedRows }) => {
    if (purpose === undefined) return { charge: () => undefined, chargeRows: async () => undefined };
    const tell = (request: FastifyRequest, reply: FastifyReply, decision: LimitDecision): void => {
      if (decision === undefined) return;
      for (const [name, value] of headerLines(decision)) reply.header(name, value);
      if (decision.allowed) return;
      onRefused(request.raw);
      throw rateLimited(decision.retryAfterMs, decision);
    };
    return {
      charge(request: ChargedRequest, reply) {
        const keyId = requestContext(request).access?.keyId;
        const ask: Ask = { purpose, ...callers.of(request.raw), keyId, units: 1 };
        const decide = (decision: LimitDecision): void => {
          if (countedRows !== undefined) request[chargedOf] = { ask, decision };
          tell(request, reply, decision);
        };
        const decision = limits.check(ask);
        return decision instanceof Promise ? decision.then(decide) : decide(decision);
      },
      async chargeRows(request: ChargedRequest, reply) {
        const first = request[chargedOf];
        if (countedRows === undefined || first === undefined) return;
        const units = rowsOf(request.body, countedRows);
        if (units <= 1) return;
        // The unit goes back first: after the wait that a refusal names, there is just enough.
        if (first.decision !== undefined) await limits.refund(first.ask, first.decision);
        tell(request, reply, await checkRows(limits, first.ask, units));
      },
    };
  };
}

/** Reading a body of many rows must not be free where they are refused: then the one unit is taken after all. */
async function checkRows(limits: Limits, unit: Ask, units: number): Promise<LimitDecision> {
  const ask = { ...unit, units };
  const decision = await limits.check(ask);
  if (decision === undefined || decision.allowed) return decision;
  await limits.take(unit);
  // How long it takes until the rows would pass is known only now.
  const later = (await limits.peek(ask)) ?? decision;
  return { ...later, allowed: false, violated: decision.violated };
}

const [draft11] = headerFormats("draft-11");

function headerLines(decision: NonNullable<LimitDecision>) {
  const lines = draft11?.lines(decision) ?? [];
  // Only a partition key would have to be waited for.
  return lines instanceof Promise ? [] : lines;
}

/** The schema has judged the body. */
function rowsOf(body: unknown, field: string): number {
  const rows =
    typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : undefined;
  return Array.isArray(rows) ? rows.length : 1;
}
