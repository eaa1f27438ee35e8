import type { Decision } from "../decision.ts";
import type { CheckOptions, Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import { decisionOf as decisionOfRaw } from "./decision-of.ts";
import type { FastifyHook, FastifyInstance, FastifyMessage, FastifyRequest } from "./fastify-messages.ts";
import type { LimitOptions, OptionsArgument } from "./limit-options.ts";
import { forgetStatusMessage, headerText, nodeOrigin, settleOnClose } from "./node-messages.ts";
import { anyRule } from "./option-rules.ts";
import { createRequestLimit, type RequestLimit } from "./request-limit.ts";

export type { FastifyRequest } from "./fastify-messages.ts";

export type FastifyLimiterOptions<Request extends FastifyMessage = FastifyRequest, Asked = Scope> = LimitOptions<
  Request,
  Asked
> & { readonly limiter: Limiter<Asked> };

/** A limiter that takes a scope: said as a function, so that no other limiter passes for one. */
type ScopeLimiter = Limiter & { readonly check: (request: Scope, options?: CheckOptions) => Promise<Decision> };

/** The same options, whose functions may take a richer request than is promised, such as Fastify's own type. */
type Lenient<Options> = {
  [Name in keyof Options]: Options[Name] extends infer Value
    ? Value extends (...args: infer Args) => infer Result
      ? { call(...args: Args): Result }["call"]
      : Value
    : never;
};

/** A plugin of Fastify 5. */
export interface LimiterPlugin {
  /** With named types: `limiterPlugin<FastifyRequest>`, or `limiterPlugin<FastifyRequest, Asked>`. */
  <Request extends FastifyMessage, Asked = Scope>(
    instance: FastifyInstance<Request>,
    options: FastifyLimiterOptions<Request, Asked>,
  ): Promise<void>;
  /** `register` looks at the last form, and could not tell a request's type from one that leaves it open. */
  (
    instance: FastifyInstance<FastifyRequest>,
    options: Lenient<LimitOptions<FastifyRequest>> & { readonly limiter: ScopeLimiter },
  ): Promise<void>;
}

/**
 * Makes a hook of Fastify 5 for one route or for several: `onRequest`, or a later one when `identify` needs what earlier
 * hooks found out. A refused request does not reach what comes after it.
 *
 * The type of requests is that of the functions in `options`, not of where the hook goes: a route's would be `never`.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 *
 * @example app.get("/search", { onRequest: limitHook(limiter, { route: "search" }) }, search);
 */
export function limitHook<Request extends FastifyMessage = FastifyRequest, Asked = Scope>(
  limiter: Limiter<Asked>,
  ...[options]: OptionsArgument<LimitOptions<Request, Asked>, Asked>
): FastifyHook<NoInfer<Request>> {
  return createHook(createRequestLimit<Request, Asked>("limitHook", limiter, options));
}

function createHook<Request extends FastifyMessage>(limit: RequestLimit<Request>): FastifyHook<Request> {
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
    forgetStatusMessage(reply.raw);
    for (const [name, value] of refusal.headers) reply.header(name, value);
    return reply.send(refusal.body);
  };
}

/** The last three are Fastify's own, of `register`. */
const pluginRules = { limiter: anyRule, prefix: anyRule, logLevel: anyRule, logSerializers: anyRule };

/**
 * Plugin of Fastify 5 that limits all routes of the instance that it is registered on, in the hook `onRequest`.
 *
 * @example await app.register(limiterPlugin, { limiter, identify: (request) => request.headers.authorization });
 */
export const limiterPlugin: LimiterPlugin = async <Request extends FastifyMessage, Asked>(
  instance: FastifyInstance<Request>,
  options: FastifyLimiterOptions<Request, Asked>,
): Promise<void> => {
  const limit = createRequestLimit<Request, Asked>("limiterPlugin", options.limiter, options, pluginRules);
  instance.addHook("onRequest", createHook(limit));
};

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
export function decisionOf(request: FastifyMessage, limiter?: Limiter<never>): Decision | undefined {
  return decisionOfRaw(request.raw, limiter);
}
