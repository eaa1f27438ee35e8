import type { ChangeBus } from "../change-bus.ts";

/** Several nodes in one process, for tests. */
export type MemoryBus = { readonly connect: () => ChangeBus };

/**
 * Makes a bus within this process; every text takes a turn of the event loop.
 *
 * @param carry What becomes of a text on its way: itself by default; nothing where it is lost, several where it is doubled.
 */
export function createMemoryBus(carry: (text: string) => readonly string[] = (text) => [text]): MemoryBus {
  const receivers = new Set<(text: string) => void>();
  const deliver = (text: string): void => {
    for (const carried of carry(text)) for (const receive of receivers) receive(carried);
  };
  return {
    connect() {
      let receiver: ((text: string) => void) | undefined;
      let dropped = 0;
      return {
        async open(receive) {
          receiver = receive;
          receivers.add(receive);
        },
        send(text) {
          if (receiver === undefined) dropped += 1;
          else setImmediate(deliver, text);
        },
        stats: () => ({ isConnected: receiver !== undefined, dropped }),
        async close() {
          if (receiver !== undefined) receivers.delete(receiver);
          receiver = undefined;
        },
      };
    },
  };
}
