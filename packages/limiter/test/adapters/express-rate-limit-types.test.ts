import { describe, expectTypeOf, it } from "vitest";
import {
  rateLimit,
  type AugmentedRequest,
  type Options,
  type RateLimitInfo,
  type RateLimitRequestHandler,
} from "../../src/adapters/express-rate-limit.ts";
import { limitRequests } from "../../src/adapters/express.ts";
import type { NextFunction, Request, RequestHandler, RequestHandlerParams, Response } from "./express-types.ts";
import { three } from "./suite-context.ts";

declare global {
  namespace Express {
    interface Request {
      user?: { readonly id: number };
    }
  }
}

/** Takes what `app.use` and `app.post("/users/:id", …)` of @types/express take. */
const use = (...handlers: RequestHandlerParams[]) => handlers;
const post = (...handlers: RequestHandlerParams<{ id: string }>[]) => handlers;

describe("the types of the express-rate-limit entry", () => {
  it("know Express's request and response in every function without being told", () => {
    const limiter = rateLimit({
      skip: (request) => request.path === "/h" || request.query["debug"] === "1",
      keyGenerator: (request) => request.user?.id ?? request.get("x-key") ?? request.headers.authorization ?? "nobody",
      limit: (request) => (request.body.isPaying === true ? 100 : 5),
      message: (_request, response: Response) => ({ error: response.locals["text"] }),
      requestWasSuccessful: (_request, response) => response.statusCode < 500,
      handler: (request, response, next, options) => {
        expectTypeOf(request.rateLimit).toEqualTypeOf<RateLimitInfo | undefined>();
        if (request.xhr) response.status(options.statusCode).json({ resetTime: request.rateLimit?.resetTime });
        else if (request.accepts("html") !== false) response.status(429).set("X-A", "b").render("slow-down");
        else next();
      },
    });
    rateLimit({ skip: (r) => r.path === "/h", handler: (_q, s) => void s.status(429).json({}) });
    use(limiter);
    post(limiter, [limiter]);
    use(rateLimit({ skip: (r) => r.path === "/h", handler: (_q, s) => void s.status(429).json({}) }));
    expectTypeOf(limiter).toExtend<RequestHandler>();
    expectTypeOf(limiter).toExtend<RequestHandler<{ id: string }>>();
    expectTypeOf(rateLimit()).toExtend<RateLimitRequestHandler>();
  });

  it("take functions of Express's own types, some or all", () => {
    const all = rateLimit({
      handler: (request: Request, response: Response, next: NextFunction, { statusCode }: Options) =>
        request.fresh ? next() : response.status(statusCode).send(request.route),
    });
    const some = rateLimit({
      skip: (request: Request) => request.fresh,
      handler: (request, response) => void response.status(429).json({ path: request.path }),
    });
    const named = rateLimit<Request, Response>({ skip: (request, response) => request.fresh && response.req.stale });
    expectTypeOf(use(all, some, named)).toBeArray();
    expectTypeOf(post(all, some, named)).toBeArray();
  });

  it("refuse what the options cannot be", () => {
    type Taken = NonNullable<Parameters<typeof rateLimit>[0]>;
    expectTypeOf<{ readonly limit: "1" }>().not.toExtend<Taken>();
    expectTypeOf<{ readonly skip: true }>().not.toExtend<Taken>();
    expectTypeOf<{ readonly keyGenerator: () => undefined }>().not.toExtend<Taken>();
    expectTypeOf<{ readonly keyGenerator: () => 5 }>().toExtend<Taken>();
  });

  it("name the state for handlers that come later", () => {
    const later = (request: Request) => (request as AugmentedRequest<Request>).rateLimit.remaining;
    expectTypeOf(later).returns.toBeNumber();
    expectTypeOf<AugmentedRequest<Request, "quota">["quota"]>().toEqualTypeOf<RateLimitInfo>();
  });
});

describe("the types of the adapter for Express", () => {
  it("know Express's request without being told, or by its own type", () => {
    const told = limitRequests(three(), { identify: (request: Request) => request.get("x-key") ?? null });
    const untold = limitRequests(three(), {
      identify: (request) => {
        expectTypeOf(request.user).toEqualTypeOf<{ readonly id: number } | undefined>();
        return request.get("x-key") ?? request.headers.authorization;
      },
      skip: ({ path, query }) => path === "/health" || query["debug"] === "1",
    });
    use(told, untold, limitRequests(three()));
    post(told, untold, limitRequests(three(), { route: ({ path }) => path }));
  });
});
