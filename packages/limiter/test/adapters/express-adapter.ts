import { createServer, type RequestListener } from "node:http";
import express from "express";
import { decisionOf, limitRequests } from "../../src/adapters/express.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";
import type { Request, Response } from "./express-types.ts";
import { listening } from "./listening.ts";

/** Express's messages; the package brings no types. */
export type ExpressIncoming = Request;
export type ExpressOutgoing = Response;
type Next = (error?: unknown) => void;
type ExpressApp = RequestListener & {
  set(setting: string, value: unknown): void;
  use(...handlers: ((request: ExpressIncoming, response: ExpressOutgoing, next: Next) => unknown)[]): void;
  use(onError: (error: unknown, request: ExpressIncoming, response: ExpressOutgoing, next: Next) => unknown): void;
};

export function createExpress(): ExpressApp {
  return express() as unknown as ExpressApp;
}

/** In place of Express's own, which would print what tests throw on purpose. */
export function quietErrorHandler(
  _error: unknown,
  _request: ExpressIncoming,
  response: ExpressOutgoing,
  _next: Next,
): void {
  response.status(500).send("");
}

export const expressAdapter: AdapterUnderTest = {
  name: "Express 5",
  decisionOf,
  headerOf: (request, name) => String((request as ExpressIncoming).headers[name] ?? ""),
  async start({ limits, before, handler }) {
    const app = createExpress();
    app.use((request, response, next) => {
      const goOn = async () => {
        await before?.(request, response);
        next();
      };
      return goOn();
    });
    for (const { limiter, options } of limits) app.use(limitRequests(limiter, options));
    // Express 5 hears of what is rejected.
    app.use((request, response) =>
      Promise.resolve(handler({ method: request.method ?? "", path: request.path, request })).then(({ status, body }) =>
        response.status(status).send(body),
      ),
    );
    app.use(quietErrorHandler);
    return listening(createServer(app));
  },
};
