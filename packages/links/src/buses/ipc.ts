import type { ChangeBus } from "../change-bus.ts";

/** One end of the channel between a primary process and its worker: `process` in the worker. */
export type IpcChannel = {
  readonly connected: boolean;
  send(message: unknown, callback: (error: Error | null) => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
  off(event: "message", listener: (message: unknown) => void): unknown;
};

/** A worker as its primary sees it. */
export type IpcWorker = {
  isConnected(): boolean;
  send(message: unknown, callback: (error: Error | null) => void): unknown;
};

/** Marks these messages among the others on that channel. */
const kind = "narrows:change";

type Envelope = { readonly kind: typeof kind; readonly text: string };

/** Messages that the channel has accepted and not yet written. A primary that hangs must not fill a worker's memory. */
const maxUnderWay = 10_000;

/** The bus of workers on one machine; needs `createIpcRelay` in their primary. */
export function createIpcBus(channel: IpcChannel): ChangeBus {
  let receiver: ((text: string) => void) | undefined;
  let dropped = 0;
  let underWay = 0;
  const listener = (message: unknown): void => {
    if (isEnvelope(message)) receiver?.(message.text);
  };
  return {
    async open(receive) {
      receiver = receive;
      channel.on("message", listener);
    },
    send(text) {
      if (receiver === undefined || !channel.connected || underWay >= maxUnderWay) {
        dropped += 1;
        return;
      }
      underWay += 1;
      channel.send({ kind, text } satisfies Envelope, (error) => {
        underWay -= 1;
        if (error !== null) dropped += 1;
      });
    },
    stats: () => ({ isConnected: receiver !== undefined && channel.connected, dropped }),
    async close() {
      receiver = undefined;
      channel.off("message", listener);
    },
  };
}

/**
 * Makes what the primary does with every message of a worker: it passes texts of the bus on to all workers, the sender
 * included, and leaves other messages alone.
 *
 * @param workers Those that are there now.
 * @returns Told of a message; true when it was one of the bus.
 */
export function createIpcRelay(workers: () => Iterable<IpcWorker>): (message: unknown) => boolean {
  const underWay = new WeakMap<IpcWorker, { count: number }>();
  const pass = (worker: IpcWorker, message: Envelope): void => {
    const load = underWay.get(worker) ?? { count: 0 };
    underWay.set(worker, load);
    if (!worker.isConnected() || load.count >= maxUnderWay) return;
    load.count += 1;
    worker.send(message, () => (load.count -= 1));
  };
  return (message) => {
    if (!isEnvelope(message)) return false;
    for (const worker of workers()) pass(worker, message);
    return true;
  };
}

function isEnvelope(message: unknown): message is Envelope {
  if (typeof message !== "object" || message === null) return false;
  const { kind: written, text } = message as Record<string, unknown>;
  return written === kind && typeof text === "string";
}
