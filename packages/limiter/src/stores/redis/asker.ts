import { StoreFailure } from "../../store-failure.ts";
import type { Charge } from "../../store.ts";
import type { Batch } from "./batch.ts";
import { createBatcher } from "./batcher.ts";
import { commonSlot, placesOf, type Places } from "./places.ts";
import type { Mode, Reply } from "./question.ts";
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
  /** The node that they are asked of, as far as it is known. */
  nodeOf(charges: readonly Charge[]): string | undefined;
  close(): void;
};

export function createAsker({ port, script, prefix, connectMs }: AskerOptions): Asker {
  const untilReady = createWaiting(port, connectMs);
  const isSharded = port.isSharded === true;
  /** Of those whose node was asked for last: they are asked next, and keys and slots cost more than all else. */
  let found: Places | undefined;
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
        const places = found?.charges === charges ? found : placesOf(prefix, isSharded, charges);
        const readReply = (reply: Reply) => {
          const answer = read(reply);
          return () => resolve(answer);
        };
        batcher.ask(commonSlot(places), { mode, charges, keys: places.keys, argument, read: readReply, fail: reject });
      }),
    nodeOf(charges) {
      // Made anew each time: charges may be other ones in the same list.
      found = placesOf(prefix, isSharded, charges);
      const [slot] = found.slots;
      return slot === undefined ? undefined : port.nodeOf?.(slot);
    },
    close() {
      isClosed = true;
    },
  };
}

function closed(): StoreFailure {
  return new StoreFailure("STORE_CLOSED", "The Redis store was closed. Close it after the last request.");
}
