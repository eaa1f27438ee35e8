import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { Gate } from "../auth/gate.ts";
import { languageFor } from "../language.ts";
import type { RequestLimit } from "../limits/request-limit.ts";
import { ApiError } from "../problems/index.ts";
import type { Route, Service } from "../routes/route.ts";
import { parseIdempotencyKey } from "./idempotency-key.ts";
import { parseIfMatch } from "./if-match.ts";
import { refuseCompressed } from "./json-body.ts";
import { createLargeBodies, type LargeBodies } from "./large-bodies.ts";
import { sendAnswer } from "./reply.ts";
import { requestContext } from "./request-context.ts";
import { strictQuery } from "./strict-query.ts";

export type MountOptions = {
  readonly gate: Gate;
  readonly service: Service;
  readonly limitOf: (route: Route) => RequestLimit;
};

/** Gives every route its address, and every other method at these addresses a 405. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const largeBodies = createLargeBodies();
  for (const route of routes) mountRoute(app, route, { ...options, largeBodies });
  for (const url of new Set(routes.map((route) => route.url))) mountRefusal(app, url, allowedMethods(routes, url));
}

type RouteOptions = MountOptions & { readonly largeBodies: LargeBodies };

function mountRoute(app: FastifyInstance, route: Route, { gate, service, limitOf, largeBodies }: RouteOptions): void {
  const limit = limitOf(route);
  app.route({
    method: route.method,
    url: route.url,
    schema: schemaOf(route),
    ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
    async onRequest(request, reply) {
      // In this order: who asks comes before what is asked, and all of it before the body.
      const context = requestContext(request);
      context.access = await gate.admit(request.raw, route.access);
      context.isBodyLate = !request.raw.complete;
      await limit.charge(request, reply);
      refuseCompressed(request.headers["content-encoding"]);
      if (route.body === undefined) refuseBody(request);
      if (route.query !== undefined) request.query = strictQuery(request.raw.url ?? "");
      if (route.bodyLimitBytes !== undefined) {
        context.body = largeBodies.admit(request.raw, reply.raw, route.bodyLimitBytes);
      }
    },
    async preParsing(request, _reply, payload) {
      return requestContext(request).body?.count(request.raw) ?? payload;
    },
    async preValidation(request) {
      if (route.body !== undefined && request.body === undefined) throw new ApiError("BODY_MISSING");
    },
    async handler(request, reply) {
      const context = requestContext(request);
      // It may have taken long to come, and the key may have been revoked meanwhile.
      if (context.isBodyLate) context.access = await gate.admit(request.raw, route.access);
      await limit.chargeRows(request, reply);
      const work = route.handle(callOf(request, route), service);
      context.body?.onWork(work);
      return sendAnswer(reply, await work);
    },
  });
}

function schemaOf(route: Route): FastifySchema {
  return {
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.body === undefined ? {} : { body: route.body }),
  };
}

function callOf(request: FastifyRequest, route: Route): Parameters<Route["handle"]>[0] {
  const { params, query, body, headers, raw } = request;
  return {
    params,
    query,
    body,
    access: requestContext(request).access,
    idempotencyKey: route.takesIdempotencyKey === true ? idempotencyKeyOf(raw) : undefined,
    lastEventId: route.takesLastEventId === true ? lastEventIdOf(raw) : undefined,
    versions: route.takesIfMatch === true ? parseIfMatch(headers["if-match"]) : undefined,
    // Few answers of a route have words.
    get language() {
      return languageFor(headers["accept-language"]);
    },
  };
}

/** Its lines are taken apart, with those of all other headers, only where there is one. */
function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  const name = "idempotency-key";
  return request.headers[name] === undefined ? undefined : parseIdempotencyKey(request.headersDistinct[name]);
}

/** Browsers send what they heard last by themselves, so nothing of it is refused. */
function lastEventIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers["last-event-id"];
  return typeof id === "string" ? id : undefined;
}

/** @throws {ApiError} `BODY_UNEXPECTED`: what is sent and not looked at was meant for something else. */
function refuseBody({ method, headers }: FastifyRequest): void {
  if (method === "GET" || method === "HEAD") return;
  const isEmpty = (headers["content-length"] ?? "0") === "0" && headers["transfer-encoding"] === undefined;
  if (!isEmpty) throw new ApiError("BODY_UNEXPECTED");
}

const routedMethods = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"] as const;

function allowedMethods(routes: readonly Route[], url: string): readonly string[] {
  const methods = routes.filter((route) => route.url === url).map((route) => route.method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** Answers every method at an address that is not allowed there. */
export function mountRefusal(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const headers = { allow: allowed.join(", ") };
  const refuse = async (): Promise<FastifyReply> => {
    throw new ApiError("METHOD_NOT_ALLOWED", { headers });
  };
  app.route({
    method: routedMethods.filter((method) => !allowed.includes(method)),
    url,
    // Before the body: nobody reads what a wrong method brings.
    onRequest: refuse,
    handler: refuse,
  });
}
