import Fastify, { type FastifyRequest } from "fastify";
import { decisionOf, limiterPlugin, limitHook } from "../../src/adapters/fastify.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";

/** The outermost limiter as a plugin, the others as hooks of the route. */
export const fastifyAdapter: AdapterUnderTest = {
  name: "Fastify 5",
  decisionOf,
  headerOf: (request, name) => String((request as FastifyRequest).headers[name] ?? ""),
  async start({ limits: [outermost, ...others], before, handler }) {
    const app = Fastify({ forceCloseConnections: true });
    app.addHook("onRequest", async (request, reply) => before?.(request, reply.raw));
    if (outermost !== undefined)
      await app.register(limiterPlugin, { ...outermost.options, limiter: outermost.limiter });
    app.route({
      method: ["GET", "HEAD", "OPTIONS", "POST"],
      url: "/*",
      onRequest: others.map(({ limiter, options }) => limitHook(limiter, options)),
      async handler(request, reply) {
        const { status, body } = await handler({ method: request.method, path: request.url, request });
        return reply.code(status).send(body);
      },
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return { url, close: () => app.close() };
  },
};
