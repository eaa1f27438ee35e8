import { describe, expect, it } from "vitest";
import { rateLimit } from "../../src/adapters/express-rate-limit.ts";
import { limitRequests } from "../../src/adapters/express.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { describeLostClients } from "./describe-lost-clients.ts";
import { expressAdapter, type ExpressIncoming } from "./express-adapter.ts";
import { three } from "./suite-context.ts";

describeAdapter(expressAdapter);
describeLostClients(expressAdapter, ({ socket }: ExpressIncoming) => socket);

// Express 5 would pass the rejection on; Express 4 does not look at what middleware returns.
describe("middleware, whoever calls it,", () => {
  const broken = () => {
    throw new Error("broken");
  };
  const request = { headers: {}, socket: { remoteAddress: "203.0.113.7" } };

  it.each<[string, (request: never, response: never, next: (error?: unknown) => void) => Promise<void>]>([
    ["limitRequests", limitRequests(three(), { cost: broken })],
    ["rateLimit, of a key", rateLimit({ keyGenerator: broken })],
    ["rateLimit, of a key that comes later", rateLimit({ keyGenerator: async () => broken() })],
    ["rateLimit, of an answer", rateLimit({ limit: 0, legacyHeaders: false, handler: broken })],
  ])("hands an error to next and does not reject: %s", async (_name, middleware) => {
    const heard: unknown[] = [];
    await middleware(request as never, {} as never, (error) => void heard.push(error));
    expect(heard).toEqual([new Error("broken")]);
  });
});
