import Fastify, { type FastifyRequest } from "fastify";
import { describe, expectTypeOf, it } from "vitest";
import { limitRequests } from "../../src/adapters/express.ts";
import { limiterPlugin, limitHook } from "../../src/adapters/fastify.ts";
import { withLimit as withFetchLimit } from "../../src/adapters/fetch.ts";
import type { LimitOptions, OptionsArgument } from "../../src/adapters/limit-options.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import type { Scope } from "../../src/scope.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import type { ExpressIncoming } from "./express-adapter.ts";

type Plan = { readonly user: string; readonly isPaying: boolean };

const plain = createLimiter({
  policy: { name: "p", algorithm: "gcra", burst: 1, refillPerSecond: 1 },
  store: memoryStore(),
});
const byPlan = createLimiter<Plan>({
  policy: ({ isPaying }) => ({ name: "p", algorithm: "gcra", burst: isPaying ? 9 : 1, refillPerSecond: 1 }),
  scope: ({ user }) => user,
  store: memoryStore(),
});

describe("the types of adapters", () => {
  it("let options be left out where the limiter takes a scope", () => {
    expectTypeOf<OptionsArgument<{ a: 1 }, Scope>>().toEqualTypeOf<[options?: { a: 1 }]>();
    expectTypeOf<OptionsArgument<{ a: 1 }, Plan>>().toEqualTypeOf<[options: { a: 1 }]>();
    limitRequests(plain);
  });

  it("demand a translation where the limiter takes something else", () => {
    expectTypeOf<LimitOptions<Request, Plan>>().toHaveProperty("scope").toBeFunction();
    expectTypeOf<Record<"route", string>>().not.toExtend<LimitOptions<Request, Plan>>();
    limitRequests(byPlan, { scope: (request: ExpressIncoming) => ({ user: request.path, isPaying: true }) });
  });

  it("know the framework's request in every option", () => {
    const identify = (request: Request) => request.headers.get("x-key") ?? undefined;
    expectTypeOf(withFetchLimit(plain, () => new Response(), { identify })).parameters.toEqualTypeOf<[Request]>();
    withFetchLimit(plain, () => new Response(), { identify: (request) => request.headers.get("x-key") ?? undefined });
    withFetchLimit(plain, (_request, port: number) => new Response(String(port)), {
      remoteAddress: (_request, port) => String(port),
    });
    withFetchLimit(byPlan, () => new Response(), {
      scope: ({ url }, client) => ({ user: url + client, isPaying: false }),
    });
    limitRequests(plain, { skip: (request: ExpressIncoming) => request.path === "/health", route: "api" });
  });

  it("know Fastify's request in a plugin's options without being told", () => {
    const app = Fastify();
    app.register(limiterPlugin, { limiter: plain });
    app.register(limiterPlugin, { limiter: plain, identify: (request) => request.headers.authorization });
    app.register(limiterPlugin, {
      limiter: plain,
      prefix: "/v1",
      route: ({ routeOptions, method }) => `${method} ${routeOptions.url}`,
      skip: async (request) => {
        expectTypeOf(request.headers.authorization).toEqualTypeOf<string | undefined>();
        return request.url === "/health" || request.ip === "127.0.0.1";
      },
      onLimited: ({ remaining }, { id, hostname }) => ({ body: { remaining, id, hostname } }),
      onError: (error, { log }) => log.error(error, "limiter"),
      refundWhen: (status) => status >= 500,
      scope: ({ params }, client) => ({ client, params: String(params) }),
    });
    app.get("/", { onRequest: limitHook(plain, { identify: ({ headers }) => headers["user-agent"] }) }, () => "");
    app.addHook("preHandler", limitHook(plain, { skip: ({ url }) => url === "/health" }));
  });

  it("take functions of Fastify's own request, and limiters that take something else when both are named", () => {
    const app = Fastify();
    app.register(limiterPlugin, { limiter: plain, identify: (request: FastifyRequest) => request.hostname });
    app.register(limiterPlugin<FastifyRequest>, {
      limiter: plain,
      identify: (request) => {
        expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
        return request.server.version;
      },
    });
    app.register(limiterPlugin<FastifyRequest, Plan>, {
      limiter: byPlan,
      scope: ({ hostname }, client) => ({ user: hostname + client, isPaying: false }),
    });
    app.addHook("onRequest", limitHook(byPlan, { scope: (_request, client) => ({ user: client, isPaying: true }) }));
  });

  it("refuse what a plugin's options cannot be", () => {
    type Options = Parameters<typeof limiterPlugin>[1];
    expectTypeOf<{ readonly limiter: typeof plain }>().toExtend<Options>();
    expectTypeOf<{ readonly limiter: typeof byPlan }>().not.toExtend<Options>();
    expectTypeOf<{ readonly limiter: typeof plain; readonly skip: true }>().not.toExtend<Options>();
    expectTypeOf<{ readonly limiter: typeof plain; identify: () => number }>().not.toExtend<Options>();
    expectTypeOf<{ readonly skip: () => true }>().not.toExtend<Options>();
  });
});
