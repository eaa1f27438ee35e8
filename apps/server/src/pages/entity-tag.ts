import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A strong entity tag (RFC 9110, 8.8.3) of these bytes, quotes included. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Answers with the body, or with 304 where the client has it already. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  body: string | Buffer,
): FastifyReply {
  reply.header("etag", tag);
  return isKnown(request.headers["if-none-match"], tag) ? reply.code(304).send() : reply.send(body);
}

/** Compares weakly, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return known.includes(tag) || known.includes("*");
}
