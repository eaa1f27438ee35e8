import { createRedisBus } from "@narrows/links/buses/redis";
import type { ChangeBusDriver } from "@narrows/links/testing";
import { startRedis } from "../../services/redis-server.ts";

export const driver: ChangeBusDriver = {
  name: "redis",
  async open() {
    const server = await startRedis();
    const url = `redis://127.0.0.1:${server.port}`;
    return {
      connect: () => createRedisBus({ url, monotonicMs: () => performance.now(), onFault: () => undefined }),
      close: async () => server[Symbol.asyncDispose](),
    };
  },
};
