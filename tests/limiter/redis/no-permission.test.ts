import { createLimiter, type LimiterWarning } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Redis } from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { startRedis } from "../../services/redis-server.ts";
import { openIoredis } from "./redis-clients.ts";

it("warns of a Redis user without rights, which would otherwise limit nobody in silence", async () => {
  await using server = await startRedis();
  const administrator = await openIoredis(server);
  await administrator.call("ACL", "SETUSER", "limiter", "on", ">secret", "~*", "+@all", "-evalsha", "-eval");
  const client = new Redis(server.port, "127.0.0.1", {
    username: "limiter",
    password: "secret",
    autoResendUnfulfilledCommands: false,
    lazyConnect: true,
  });
  await client.connect();
  onTestFinished(() => [administrator, client].forEach((each) => each.disconnect()));
  const warnings: LimiterWarning[] = [];
  const limiter = createLimiter({
    policy: { name: "p", algorithm: "fixed-window", limit: 1, windowMs: 60_000, by: ["client"] },
    store: redisStore(client, { onFailure: "open", deadlineMs: 5_000 }),
    onWarning: (warning) => warnings.push(warning),
  });
  for (let request = 0; request < 2; request += 1) {
    expect(await limiter.check("ann")).toMatchObject({ allowed: true, degraded: true, failure: "STORE_REFUSED" });
  }
  expect(warnings).toEqual([
    {
      code: "STORE_REFUSED",
      message: expect.stringMatching(/^The store refused: .*Redis: NOPERM .*evalsha/),
      link: "node_modules/@narrows/limiter/docs/guide/limiter-warnings.md#store_refused",
    },
  ]);
});
