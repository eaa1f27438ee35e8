import { request as httpRequest, createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { rateLimit, type RateLimitOptions } from "../../src/adapters/express-rate-limit.ts";
import { createExpress } from "./express-adapter.ts";
import { listening } from "./listening.ts";
import { startExpress } from "./start-express.ts";

describe("rateLimit, told not to count everything", () => {
  it.each<[string, RateLimitOptions, string, boolean]>([
    ["successes", { skipSuccessfulRequests: true }, "/200", true],
    ["successes", { skipSuccessfulRequests: true }, "/404", false],
    ["failures", { skipFailedRequests: true }, "/200", false],
    ["failures", { skipFailedRequests: true }, "/404", true],
    [
      "what counts as a success",
      { skipSuccessfulRequests: true, requestWasSuccessful: async (_request, { statusCode }) => statusCode === 404 },
      "/404",
      true,
    ],
  ])("does not count %s when told so (%j): %s is not counted: %s", async (_name, options, path, isFree) => {
    const limiter = rateLimit(options);
    await (await (await startExpress(limiter))(path)).text();
    const hits = async () => (await limiter.getKey("127.0.0.1"))?.totalHits;
    await expect.poll(hits, { timeout: 20_000 }).toBe(isFree ? undefined : 1);
  });

  it.each([{ skipFailedRequests: true }, { skipSuccessfulRequests: true }])(
    "counts who hangs up: %j",
    async (options) => {
      const limiter = rateLimit(options);
      const reached = Promise.withResolvers<void>();
      const app = createExpress();
      const closed = Promise.withResolvers<void>();
      app.use(limiter, (_request, response) => {
        response.once("close", () => closed.resolve());
        reached.resolve();
      });
      const running = await listening(createServer(app));
      onTestFinished(running.close);
      const request = httpRequest(running.url).end();
      request.once("error", () => {});
      await reached.promise;
      expect((await limiter.getKey("127.0.0.1"))?.totalHits).toBe(1);
      request.destroy();
      await closed.promise;
      // What is given back is given at the close, in turns of the event loop that are over by then.
      await new Promise((resolve) => setImmediate(resolve));
      expect((await limiter.getKey("127.0.0.1"))?.totalHits).toBe(1);
    },
  );
});
