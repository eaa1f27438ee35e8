import type { Redis } from "ioredis";
import type { ChangeBus } from "../change-bus.ts";
import { beginConnection, createRedisConnection, type RedisConnectionOptions } from "../redis-connection.ts";
import { isRedisRefusal, redisFault } from "../redis-fault.ts";
import { createSilenceWatch } from "../silence-watch.ts";
import { createTextJoiner, splitTexts } from "../text-joiner.ts";
import { createTextPump } from "../text-pump.ts";
import { waitAtMost } from "../within.ts";

export type RedisBusOptions = RedisConnectionOptions & {
  /** Installations that share a server need different ones. Default: `narrows:changes`. */
  readonly channel?: string;
};

const maxPayloadBytes = 64 * 1024;
const maxTexts = 10_000;
/** Payloads that Redis has not confirmed. What comes meanwhile goes out together. */
const maxUnderWay = 4;
const openDeadlineMs = 1_000;
const closeDeadlineMs = 1_000;
/** A connection can be dead without anybody saying so; the words of a living node come back several times a second. */
const silenceLimitMs = 3_000;

/**
 * A bus by publish and subscribe, on two connections of its own. The nodes of a Cluster pass on to each other what is
 * published, whichever slots are served, so any node will do; where one fails or falls silent the next one is taken.
 */
export function createRedisBus(options: RedisBusOptions): ChangeBus {
  const channel = options.channel ?? "narrows:changes";
  const { onFault } = options;
  const [sender, listener] = createConnections(options);
  const joiner = createTextJoiner({ maxBytes: maxPayloadBytes, maxTexts });
  const watch = createSilenceWatch({
    limitMs: silenceLimitMs,
    monotonicMs: options.monotonicMs,
    onSilence() {
      for (const connection of [sender, listener]) if (connection.status !== "end") connection.disconnect(true);
    },
  });
  const pump = createTextPump(joiner, (payload) => sender.publish(channel, payload), maxUnderWay);
  let dropped = 0;
  let isClosed = false;
  return {
    async open(receive) {
      const answered = keepSubscribed(listener, channel, onFault);
      listener.on("message", (_channel: string, payload: string) => {
        if (isClosed) return;
        watch.heard();
        for (const text of splitTexts(payload)) receive(text);
      });
      const begun = [sender, listener].map((connection) => beginConnection(connection, openDeadlineMs));
      // Where there is no connection yet, there is nothing to wait for.
      const listening = Promise.all(begun).then(() => (listener.status === "ready" ? answered : undefined));
      await waitAtMost(openDeadlineMs, listening);
    },
    send(text) {
      watch.look();
      if (isClosed || sender.status !== "ready" || !joiner.add(text)) dropped += 1;
      else pump.start();
    },
    stats: () => ({
      isConnected: !isClosed && sender.status === "ready" && listener.status === "ready",
      dropped: dropped + pump.failed(),
    }),
    async close() {
      isClosed = true;
      await pump.drain(sender.status === "ready" ? closeDeadlineMs : 0);
      sender.disconnect();
      listener.disconnect();
    },
  };
}

/** Subscribes on every connection. Resolves when the server has answered for the first time, whatever it says. */
function keepSubscribed(listener: Redis, channel: string, onFault: (fault: unknown) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscribe = async (): Promise<void> => {
    try {
      await listener.subscribe(channel);
    } catch (error) {
      onFault(redisFault(error));
    }
    resolve();
  };
  listener.on("ready", () => void subscribe());
  return promise;
}

function createConnections(options: RedisBusOptions): readonly [sender: Redis, listener: Redis] {
  const { onFault } = options;
  // What both are told is said once.
  const onOther = (fault: unknown): void => (isRedisRefusal(fault) ? undefined : onFault(fault));
  return [createRedisConnection({ ...options, onFault: onOther }), createRedisConnection(options)];
}
