import type { SqliteWriter, WritePort, WriteReply } from "../src/stores/sqlite/index.ts";

export type MemoryWritePort = WritePort & {
  /** As if the writer's process had ended. */
  readonly cut: () => void;
  /** Keeps what comes from the writer until it is called again with false. */
  readonly hold: (isHeld: boolean) => void;
};

let ports = 0;

/** A way to a writer in the same process, which copies what it carries as a channel between processes does. */
export function memoryWritePort(writer: Pick<SqliteWriter, "ask">): MemoryWritePort {
  let onReply: ((reply: WriteReply) => void) | undefined;
  let onLost: (() => void) | undefined;
  let isCut = false;
  let isHeld = false;
  const held: WriteReply[] = [];
  const from = (ports += 1);
  const give = (reply: WriteReply): void => {
    if (isHeld) held.push(reply);
    else if (!isCut) onReply?.(structuredClone(reply));
  };
  return {
    open(receive, lose) {
      [onReply, onLost] = [receive, lose];
    },
    send(request) {
      if (isCut) throw new Error("The channel is closed.");
      void writer.ask(structuredClone(request), from).then(give);
    },
    cut() {
      isCut = true;
      onLost?.();
    },
    hold(hold) {
      isHeld = hold;
      if (!hold) for (const reply of held.splice(0)) give(reply);
    },
  };
}
