import { LimiterError } from "../../errors.ts";
import { StoreFailure } from "../../store-failure.ts";
import type { Charge } from "../../store.ts";
import type { Batch } from "./batch.ts";
import { createBatcher } from "./batcher.ts";
import { hashSlot } from "./hash-slot.ts";
import type { Mode, Reply } from "./question.ts";
import { redisKey } from "./redis-key.ts";
import type { RedisPort } from "./redis-port.ts";
import { runScript, toFailure } from "./run-script.ts";
import type { Script } from "./script.ts";
import { createWaiting } from "./waiting.ts";

export type AskerOptions = {
  readonly port: RedisPort;
  readonly script: Script;
  readonly prefix: string;
  /** How long what is asked may wait for a client that is not connected yet. */
  readonly connectMs: number;
};

/** Puts questions to Redis, those of a turn of the event loop together. */
export type Asker = {
  ask<Answer>(
    mode: Mode,
    charges: readonly Charge[],
    argument: number,
    read: (reply: Reply) => Answer,
  ): Promise<Answer>;
  close(): void;
};

export function createAsker({ port, script, prefix, connectMs }: AskerOptions): Asker {
  const untilReady = createWaiting(port, connectMs);
  let isClosed = false;

  const send = async (batch: Batch): Promise<void> => {
    try {
      const waiting = untilReady();
      if (waiting !== undefined) await waiting;
      if (isClosed) throw closed();
      const { keys, args, settle } = batch.toCall();
      settle(await runScript(port, script, keys, args));
    } catch (error) {
      batch.fail(error instanceof StoreFailure ? error : toFailure(error));
    }
  };
  const batcher = createBatcher(send);

  return {
    ask: (mode, charges, argument, read) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closed();
        const keys = charges.map(({ policy, key }) => redisKey(prefix, policy, key));
        const slot = port.isSharded === true ? commonSlot(keys) : 0;
        const readReply = (reply: Reply) => {
          const answer = read(reply);
          return () => resolve(answer);
        };
        batcher.ask(slot, { mode, charges, keys, argument, read: readReply, fail: reject });
      }),
    close() {
      isClosed = true;
    },
  };
}

/** @throws {LimiterError} `CROSS_SLOT` */
function commonSlot(keys: readonly string[]): number {
  const [slot = 0, ...others] = keys.map(hashSlot);
  if (others.every((other) => other === slot)) return slot;
  throw new LimiterError("CROSS_SLOT", "These counters lie in different hash slots.");
}

function closed(): StoreFailure {
  return new StoreFailure("STORE_CLOSED", "The Redis store was closed. Close it after the last request.");
}
