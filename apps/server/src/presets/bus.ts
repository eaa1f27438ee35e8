import type { ChangeBus, RedisUrl } from "@narrows/links";
import { createOutageLog } from "../fault-log.ts";
import type { Surroundings } from "./drivers.ts";

export type BusChoice = {
  readonly redisUrl: RedisUrl | undefined;
  /** Where the links are in PostgreSQL. */
  readonly postgresUrl: URL | undefined;
  /** A primary of ours passes on what workers say. Default: none does, and other programs fork with node:cluster, too. */
  readonly hasRelay?: boolean;
  /** Keeps installations apart that share a Redis, where it is known. */
  readonly installation?: string;
};

/**
 * Chooses what carries changes to other nodes at once: Redis where there is one, else the database, else, among workers of
 * one machine, their primary. Undefined: the log of changes has to do. Nothing is loaded that is not used.
 */
export async function openBus(choice: BusChoice, { log, clocks }: Surroundings): Promise<ChangeBus | undefined> {
  const { redisUrl, postgresUrl, hasRelay = false, installation } = choice;
  const onFault = createOutageLog(log, "Changes cannot be told to other nodes at once, which read them in the log.");
  const options = { monotonicMs: clocks.monotonicMs, onFault };
  if (redisUrl !== undefined) {
    const { createRedisBus } = await import("@narrows/links/buses/redis");
    const channel = installation === undefined ? {} : { channel: `narrows:changes:${installation}` };
    return createRedisBus({ url: redisUrl, ...channel, ...options });
  }
  if (postgresUrl !== undefined) {
    const { createPostgresBus } = await import("@narrows/links/buses/postgres");
    return createPostgresBus({ url: postgresUrl.href, ...options });
  }
  if (!hasRelay) return undefined;
  const { createIpcBus } = await import("@narrows/links/buses/ipc");
  return createIpcBus({
    get connected() {
      return process.connected;
    },
    send: (message, callback) => process.send?.(message, undefined, undefined, callback),
    on: (event, listener) => process.on(event, listener),
    off: (event, listener) => process.off(event, listener),
  });
}
