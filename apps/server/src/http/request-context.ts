import type { FastifyRequest } from "fastify";
import type { Access } from "../auth/access.ts";
import type { AdmittedBody } from "./large-bodies.ts";

/** What is known of a request beside what it says itself. */
export type RequestContext = {
  access: Access | undefined;
  /** Set where a body may be large. */
  body?: AdmittedBody;
};

const contexts = new WeakMap<FastifyRequest, RequestContext>();

/** The context of a request, empty at first. */
export function requestContext(request: FastifyRequest): RequestContext {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const context: RequestContext = { access: undefined };
  contexts.set(request, context);
  return context;
}
