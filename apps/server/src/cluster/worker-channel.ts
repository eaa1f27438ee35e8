import type { WritePort } from "@narrows/links/sqlite";
import type { PrimaryAsks, WorkerAsks } from "./messages.ts";
import { createPeer, type Handlers, type Peer } from "./peer.ts";

/** A worker's end of the channel to its primary. */
export type WorkerChannel = {
  readonly primary: Peer<WorkerAsks>;
  /** Aborted when the primary is gone: killed, or at its end. */
  readonly lost: AbortSignal;
  /** The way to the writer in the primary. */
  readonly writePort: WritePort;
};

/** Opens the channel; once in a process. */
export function openWorkerChannel(handlers: Handlers<PrimaryAsks>): WorkerChannel {
  const lost = new AbortController();
  const send = (message: unknown): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const primary = createPeer<WorkerAsks, PrimaryAsks>(send, handlers);
  const lose = (): void => {
    primary.lose();
    lost.abort();
  };
  process.on("message", (message: unknown) => void primary.receive(message));
  process.once("disconnect", lose);
  if (!process.connected) lose();
  return { primary, lost: lost.signal, writePort: createWritePort(primary, lost.signal) };
}

function createWritePort(primary: Peer<WorkerAsks>, lost: AbortSignal): WritePort {
  let give: Parameters<WritePort["open"]>[0] = () => undefined;
  return {
    open(onReply, onLost) {
      give = onReply;
      if (lost.aborted) onLost();
      else lost.addEventListener("abort", onLost, { once: true });
    },
    send(request) {
      if (!process.connected) throw new Error("The channel to the primary is closed.");
      // What is lost is told of by `onLost`.
      primary.ask("write", request).then(give, () => undefined);
    },
  };
}
