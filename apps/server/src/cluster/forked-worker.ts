import type { Worker } from "node:cluster";
import type { MetricsSnapshot } from "@narrows/service";
import type { Listening } from "../server.ts";
import type { Greeting, PrimaryAsks, StopManner, WorkerAsks } from "./messages.ts";
import { createPeer, type Handlers, type Peer } from "./peer.ts";

/** How a worker ended. */
export type WorkerEnd = {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why there never was a process. */
  readonly forkError?: Error | undefined;
  /** Why it could not start as configured, if it said so. */
  readonly fault: string | undefined;
  /** What it had counted, if it said so. */
  readonly farewell: MetricsSnapshot | undefined;
};

/** What a worker asks of more than itself. */
export type SharedHandlers = Pick<Handlers<WorkerAsks>, "store" | "write" | "readiness" | "metrics" | "limits">;

export type ForkedWorkerOptions = {
  readonly worker: Worker;
  readonly greeting: Greeting;
  readonly handlers: SharedHandlers;
  /** Takes messages that are none of a peer's. */
  readonly onOther: (message: unknown) => void;
};

/** `stopping`: it was told to end, or has been replaced. */
export type WorkerState = "starting" | "ready" | "stopping" | "ended";

/** A worker, as its primary sees it. */
export interface ForkedWorker {
  readonly number: number;
  readonly state: WorkerState;
  readonly peer: Peer<PrimaryAsks>;
  /** The port that it took. Stays open when it never took one. */
  readonly listening: Promise<number>;
  /** Stays open when it was never ready. */
  readonly ready: Promise<Listening>;
  /** Everything that it had said was heard. */
  readonly ended: Promise<WorkerEnd>;
  /** Lets it finish what is in flight. */
  stop(manner: StopManner): void;
  /** Ends it at once. */
  kill(): void;
}

/** How long the last words of a worker that is gone are waited for. */
const lastWordsMs = 1_000;

/** Begins to talk with a worker that was just forked. */
export function createForkedWorker({ worker, greeting, handlers, onOther }: ForkedWorkerOptions): ForkedWorker {
  const listening = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<Listening>();
  let state: WorkerState = "starting";
  let fault: string | undefined;
  let farewell: MetricsSnapshot | undefined;

  const send = (message: unknown): void => {
    // One that is gone tells of it by its end.
    if (worker.isConnected()) worker.send(message as object, () => undefined);
  };
  const peer = createPeer<PrimaryAsks, WorkerAsks>(send, {
    ...handlers,
    hello: () => greeting,
    listening: (port) => take(() => listening.resolve(port)),
    ready: (where) =>
      take(() => {
        if (state === "starting") state = "ready";
        ready.resolve(where);
      }),
    fault: (text) => take(() => (fault = text)),
    farewell: (snapshot) => take(() => (farewell = snapshot)),
  });
  worker.on("message", (message: unknown) => {
    if (!peer.receive(message)) onOther(message);
  });
  const ended = endOf(worker).then((exit) => {
    state = "ended";
    peer.lose();
    return { ...exit, fault, farewell };
  });
  return {
    number: greeting.number,
    get state() {
      return state;
    },
    peer,
    listening: listening.promise,
    ready: ready.promise,
    ended,
    stop(manner) {
      if (state === "ended") return;
      state = "stopping";
      peer.ask("stop", manner).catch(() => undefined);
    },
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

/** Stands for a worker that could not even be forked: it has ended. */
export function createUnforkedWorker(number: number, error: unknown): ForkedWorker {
  const forkError = error instanceof Error ? error : new Error(String(error));
  const never = new Promise<never>(() => undefined);
  const peer = createPeer<PrimaryAsks, Record<string, never>>(() => undefined, {});
  peer.lose();
  return {
    number,
    state: "ended",
    peer,
    listening: never,
    ready: never,
    ended: Promise.resolve({ code: null, signal: null, forkError, fault: undefined, farewell: undefined }),
    stop: () => undefined,
    kill: () => undefined,
  };
}

function take(work: () => void): null {
  work();
  return null;
}

type Exit = Pick<WorkerEnd, "code" | "signal" | "forkError">;

/** The end of the process may be known before its last message is read. */
async function endOf(worker: Worker): Promise<Exit> {
  const exited = Promise.withResolvers<Exit>();
  const silent = Promise.withResolvers<void>();
  worker.process.once("exit", (code, signal) => exited.resolve({ code, signal }));
  worker.process.once("disconnect", silent.resolve);
  // Of a process that there never was no exit tells, and perhaps no disconnect. Other errors are of messages and signals.
  worker.on("error", (forkError: Error) => {
    if (worker.process.pid !== undefined) return;
    exited.resolve({ code: null, signal: null, forkError });
    silent.resolve();
  });
  const end = await exited.promise;
  const late = setTimeout(silent.resolve, lastWordsMs);
  await silent.promise;
  clearTimeout(late);
  return end;
}
