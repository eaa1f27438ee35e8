import { EventEmitter } from "node:events";
import { createIpcBus, createIpcRelay, type IpcChannel, type IpcWorker } from "../../src/buses/ipc.ts";
import type { ChangeBusDriver } from "../../src/testing/index.ts";

/** Both ends of the channel to one worker, over which a message takes a turn, as the real one's do. */
function makeChannel(toPrimary: (message: unknown) => void): { worker: IpcWorker; process: IpcChannel } {
  const events = new EventEmitter();
  const carry = (deliver: (message: unknown) => void, message: unknown, callback: (error: null) => void): void => {
    const copy: unknown = structuredClone(message);
    setImmediate(() => deliver(copy));
    setImmediate(callback, null);
  };
  return {
    worker: {
      isConnected: () => true,
      send: (message, callback) => carry((copy) => events.emit("message", copy), message, callback),
    },
    process: {
      connected: true,
      send: (message, callback) => carry(toPrimary, message, callback),
      on: (_event, listener) => events.on("message", listener),
      off: (_event, listener) => events.off("message", listener),
    },
  };
}

export const driver: ChangeBusDriver = {
  name: "ipc",
  async open() {
    const workers: IpcWorker[] = [];
    const relay = createIpcRelay(() => workers);
    return {
      connect() {
        const { worker, process } = makeChannel((message) => void relay(message));
        workers.push(worker);
        return createIpcBus(process);
      },
      close: async () => undefined,
    };
  },
};
