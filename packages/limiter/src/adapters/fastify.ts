import type { Decision } from "../decision.ts";
import type { Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import { decisionOf as decisionOfRaw } from "./decision-of.ts";
import type { LimitOptions, OptionsArgument } from "./limit-options.ts";
import { headerText, nodeOrigin, settleOnClose, type NodeRequest, type NodeResponse } from "./node-messages.ts";
import { anyRule } from "./option-rules.ts";
import { createRequestLimit, type RequestLimit } from "./request-limit.ts";

/** As much of Fastify's request as is needed. */
type FastifyRequest = { readonly raw: NodeRequest };

/** As much of Fastify's reply as is needed. */
type FastifyReply = {
  readonly raw: Pick<NodeResponse, "statusCode" | "writableFinished" | "closed" | "once">;
  code(status: number): unknown;
  getHeader(name: string): number | string | readonly string[] | undefined;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
  hijack(): unknown;
};

type FastifyHook<Request> = (request: Request, reply: FastifyReply) => Promise<unknown>;

/** As much of Fastify's instance as is needed. */
type FastifyInstance<Request> = { addHook(name: "onRequest", hook: FastifyHook<Request>): unknown };

export type FastifyLimiterOptions<Request extends FastifyRequest = FastifyRequest, Asked = Scope> = LimitOptions<
  Request,
  Asked
> & { readonly limiter: Limiter<Asked> };

/**
 * Makes a hook of Fastify 5 for one route or for several: `onRequest`, or a later one when `identify` needs what earlier
 * hooks found out. A refused request does not reach what comes after it.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 *
 * @example app.get("/search", { onRequest: limitHook(limiter, { route: "search" }) }, search);
 */
export function limitHook<Request extends FastifyRequest, Asked = Scope>(
  limiter: Limiter<Asked>,
  ...[options]: OptionsArgument<LimitOptions<Request, Asked>, Asked>
): FastifyHook<Request> {
  return createHook(createRequestLimit<Request, Asked>("limitHook", limiter, options));
}

function createHook<Request extends FastifyRequest>(limit: RequestLimit<Request>): FastifyHook<Request> {
  return async (request, reply) => {
    const limited = await limit(request, nodeOrigin(request.raw), request.raw);
    if (limited === undefined) return undefined;
    // Fastify waits for nothing more then, and calls nothing more.
    if (limited === "gone") return reply.hijack();
    const { refusal } = limited;
    for (const [name, value] of limited.headers((header) => headerText(reply.getHeader(header))))
      reply.header(name, value);
    if (refusal === undefined) {
      settleOnClose(reply.raw, limited);
      return undefined;
    }
    reply.code(refusal.status);
    for (const [name, value] of refusal.headers) reply.header(name, value);
    return reply.send(refusal.body);
  };
}

/** The last three are Fastify's own, of `register`. */
const pluginRules = { limiter: anyRule, prefix: anyRule, logLevel: anyRule, logSerializers: anyRule };

/**
 * Plugin of Fastify 5 that limits all routes of the instance that it is registered on, in the hook `onRequest`.
 *
 * @example await app.register(limiterPlugin, { limiter });
 */
export async function limiterPlugin<Request extends FastifyRequest, Asked = Scope>(
  instance: FastifyInstance<Request>,
  options: FastifyLimiterOptions<Request, Asked>,
): Promise<void> {
  const limit = createRequestLimit<Request, Asked>("limiterPlugin", options.limiter, options, pluginRules);
  instance.addHook("onRequest", createHook(limit));
}

// Without it Fastify would keep the hook to the plugin itself; this is what the package fastify-plugin does.
Object.assign(limiterPlugin, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("plugin-meta")]: { name: "@narrows/limiter", fastify: "5.x" },
});

/**
 * What was decided on a request, for the handler behind a limiter.
 *
 * @param limiter Whose decision. Default: that of the limiter that was asked last.
 * @returns undefined when none was asked, as for what `skip` skips or what costs more than a limit can ever give.
 *
 * @example const remaining = decisionOf(request)?.remaining;
 */
export function decisionOf(request: FastifyRequest, limiter?: Limiter<never>): Decision | undefined {
  return decisionOfRaw(request.raw, limiter);
}
