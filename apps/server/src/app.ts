import type { Server } from "node:http";
import { fastify, type FastifyInstance } from "fastify";
import type { Gate } from "./auth/gate.ts";
import { answerNotFound, createErrorHandler } from "./http/error-handler.ts";
import { acceptJsonOnly } from "./http/json-body.ts";
import { createLateValidators } from "./http/late-validators.ts";
import { mountRoutes } from "./http/mount-routes.ts";
import { requestContext } from "./http/request-context.ts";
import type { RequestLimit } from "./limits/request-limit.ts";
import type { Readiness } from "./readiness.ts";
import { routes } from "./routes/index.ts";
import type { Route, Service } from "./routes/route.ts";

export type AppOptions = {
  readonly server: Server;
  readonly gate: Gate;
  readonly service: Service;
  /** What charges the requests of a route. */
  readonly limitOf: (route: Route) => RequestLimit;
  /** Told of every fault that is ours. */
  readonly onFault: (error: unknown, requestId: string) => void;
  /** Told of every answered request. */
  readonly onAnswer: (request: ApiRequestRecord) => void;
  /** Adds the pages that people look at. */
  readonly registerPages: (app: FastifyInstance) => void;
  readonly makeRequestId: () => string;
};

/**
 * One answered request, without anything that tells which link it was about, and without the client's address: a log is
 * kept and copied more widely than anybody's address should be. The proxy in front knows it, and both know the request id.
 */
export type ApiRequestRecord = {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, such as `/v1/urls/:code`; undefined when there was none. */
  readonly route: string | undefined;
  readonly status: number;
  /** To the microsecond. */
  readonly durationMs: number;
  readonly keyId: string | undefined;
};

/** Puts the framework together, with its silent mending off: nothing is converted, dropped or filled in. */
export function createApp(options: AppOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    genReqId: options.makeRequestId,
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (_error, request, reply) => void answerNotFound(request, reply),
    // The server listens, and stops, on its own account: short links do not wait for the framework.
    serverFactory: () => options.server,
  });
  const validatorOf = createLateValidators();
  app.setValidatorCompiler<object>(({ schema }) => validatorOf(schema));
  acceptJsonOnly(app);
  app.setErrorHandler(createErrorHandler(options.onFault));
  app.setNotFoundHandler(answerNotFound);
  reportAnswers(app, options.onAnswer);
  closeWhenDraining(app, options.service.readiness);
  mountRoutes(app, routes, options);
  options.registerPages(app);
  return app;
}

const maxBodyBytes = 64 * 1024;

/** The framework loads both kinds of compilers at once unless it is given others. */
const noCompilers = { buildValidator: neverAsked, buildSerializer: neverAsked } as const;

function neverAsked(): never {
  throw new Error("Requests are judged by late validators, and answers are written by their routes.");
}

/**
 * A request that was in flight when the drain began must not leave its connection open behind it.
 *
 * Neither this nor the headers below wait for anything: a promise for each would cost every request of the API.
 */
function closeWhenDraining(app: FastifyInstance, readiness: Readiness): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (readiness.isDraining) reply.header("connection", "close");
    done();
  });
}

function reportAnswers(app: FastifyInstance, onAnswer: AppOptions["onAnswer"]): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" });
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    onAnswer({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
      keyId: requestContext(request).access?.keyId,
    });
  });
}
