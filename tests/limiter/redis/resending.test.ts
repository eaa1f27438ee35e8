import { compilePolicy } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Cluster, Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../../program/deadline.ts";
import { startRedis } from "../../services/redis-server.ts";
import { openIoredis, openNodeRedis } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

const policy = compilePolicy({
  name: "p",
  by: ["client"],
  algorithm: "fixed-window",
  limit: 100,
  windowMs: 86_400_000,
});
const options = { onFailure: "closed", deadlineMs: 20_000 } as const;

describe("a connection that breaks while a charge is under way", () => {
  const own = useRedis();

  const clients = [
    ["ioredis", async () => openIoredis(own.server)],
    ["node-redis", async () => openNodeRedis(own.server)],
  ] as const;

  it.each(clients)("fails it, and nothing sends it again through %s", async (library, open) => {
    const client = await open();
    try {
      const store = redisStore(client, options);
      const charges = [{ policy, key: [library], cost: 1 }];
      await store.charge(charges);
      // Whatever might write waits, and is never carried out when its sender goes.
      await own.client.client("PAUSE", 60_000, "WRITE");
      const underWay = store.charge(charges);
      await eventually(30_000, "The charge's arrival", async () =>
        (await own.client.info("clients")).includes("blocked_clients:1") ? true : undefined,
      );
      await Promise.all([
        expect(underWay).rejects.toMatchObject({ code: "STORE_UNREACHABLE" }),
        own.client.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"),
      ]);
      await own.client.client("UNPAUSE");
      const { verdicts } = await eventually(30_000, "The reconnection", () =>
        store.peek(charges).catch(() => undefined),
      );
      expect(verdicts[0]?.remaining).toBe(99);
    } finally {
      await own.client.client("UNPAUSE");
      if ("destroy" in client) client.destroy();
      else client.disconnect();
    }
  });

  it("would be sent again by an ioredis client with its own options, which is refused", () => {
    const lazyConnect = true;
    const refused = [
      new Redis({ lazyConnect }),
      new Redis({ lazyConnect, autoResendUnfulfilledCommands: true }),
      new Cluster([], { lazyConnect }),
      new Cluster([], { lazyConnect, retryDelayOnFailover: 0, clusterNodeRetryStrategy: () => 100 }),
    ];
    for (const client of refused) {
      expect(() => redisStore(client, options)).toThrow(expect.objectContaining({ code: "STORE_OPTION_INVALID" }));
    }
    redisStore(new Cluster([], { lazyConnect, retryDelayOnFailover: 0 }), options);
  });
});

describe("a client that is not connected", () => {
  it("is waited for no longer than the deadline, and given nothing to send later", async () => {
    await using server = await startRedis();
    const client = new Redis(server.port, "127.0.0.1", {
      autoResendUnfulfilledCommands: false,
      lazyConnect: true,
      retryStrategy: () => 50,
    });
    client.on("error", () => {});
    try {
      const store = redisStore(client, options);
      const charges = [{ policy, key: ["a"], cost: 1 }];
      expect((await store.charge(charges)).verdicts[0]?.remaining).toBe(99);
      await server.kill();
      await eventually(30_000, "The loss", async () => (client.status === "ready" ? undefined : true));
      const hasty = redisStore(client, { ...options, deadlineMs: 20, breaker: { failures: 1_000 } });
      const lost = await Promise.allSettled(Array.from({ length: 50 }, () => hasty.charge(charges)));
      expect(lost.every(({ status }) => status === "rejected")).toBe(true);
      await server.restart();
      await eventually(30_000, "The reconnection", async () => (client.status === "ready" ? true : undefined));
      expect((await store.peek(charges)).verdicts[0]?.remaining).toBe(100);
    } finally {
      client.disconnect();
    }
  });

  it("is said to be unreachable at once when nobody has asked node-redis to connect", async () => {
    await using server = await startRedis();
    const client = await openNodeRedis(server);
    client.destroy();
    const store = redisStore(client, options);
    await expect(store.charge([{ policy, key: ["a"], cost: 1 }])).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
  });
});
