import type { RedisClient } from "@narrows/limiter/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";

/** A limiter's way to Redis, through one of the client libraries. */
export type Link = {
  readonly library: string;
  readonly client: RedisClient;
  connect(): Promise<unknown>;
  disconnect(): void;
};

/** Each as its documentation has it, with what `redisStore` demands. */
export const libraries: readonly ((port: number) => Link)[] = [
  (port) => {
    const client = new Redis({ host: "127.0.0.1", port, autoResendUnfulfilledCommands: false });
    client.on("error", ignore);
    return { library: "ioredis", client, connect: () => client.connect(), disconnect: () => client.disconnect() };
  },
  (port) => {
    const client = createClient({ socket: { host: "127.0.0.1", port } });
    client.on("error", ignore);
    client.connect().catch(ignore);
    return { library: "node-redis", client, connect: () => client.connect(), disconnect: () => client.destroy() };
  },
];

/** Without a listener both throw. What the limiter makes of an error is what is tested. */
function ignore(): void {}
