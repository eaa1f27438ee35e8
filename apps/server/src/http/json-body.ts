import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseJsonInSlices } from "../json/parse-json.ts";
import { ApiError } from "../problems/index.ts";

/** RFC 8259 knows no charset; utf-8 is what many clients say all the same, and it is true. */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

/** Takes JSON bodies, strictly, and nothing else. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (!jsonType.test(request.headers["content-type"] ?? "")) throw new ApiError("CONTENT_TYPE_UNSUPPORTED");
    return parseJsonInSlices(body);
  });
}

/** @throws {ApiError} `CONTENT_ENCODING_UNSUPPORTED` for a body that would have to be unpacked first. */
export function refuseCompressed(contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity") {
    throw new ApiError("CONTENT_ENCODING_UNSUPPORTED");
  }
}
