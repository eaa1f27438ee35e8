import type { FastifyRequest } from "fastify";
import type { Access } from "../auth/access.ts";
import type { AdmittedBody } from "./large-bodies.ts";

/** What is known of a request beside what it says itself. */
export type RequestContext = {
  access: Access | undefined;
  /** The body was still on its way when the access was judged. */
  isBodyLate: boolean;
  /** Set where a body may be large. */
  body?: AdmittedBody;
};

/** On the request itself: a WeakMap of what lives as shortly as a request makes every collection of garbage slower. */
const contextOf = Symbol("context");

/** The context of a request, empty at first. */
export function requestContext(request: FastifyRequest & { [contextOf]?: RequestContext }): RequestContext {
  return (request[contextOf] ??= { access: undefined, isBodyLate: false });
}
