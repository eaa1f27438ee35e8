import { parentPort } from "node:worker_threads";
import { StoreError, type StoreErrorCode } from "../../store-error.ts";
import { storeErrorFrom } from "./sqlite-error.ts";

/** What a thread sends back; an error's class does not survive the way between threads, its code does. */
export type ThreadReply =
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "failure"; readonly code: StoreErrorCode; readonly message: string };

/** What a thread does with its questions. */
export type ThreadServer = {
  /** @throws whatever SQLite throws; nothing may have been changed then. */
  readonly answer: (question: unknown) => unknown;
  readonly close: () => void;
};

/** Runs inside the thread: answers every message in order until `null` comes, which means that it is to finish. */
export function serveThread(server: ThreadServer): void {
  const port = parentPort;
  if (port === null) throw new Error("This file runs in a worker thread only.");
  port.on("message", (question: unknown) => {
    if (question !== null) return port.postMessage(replyTo(server, question));
    server.close();
    port.close();
  });
}

function replyTo(server: ThreadServer, question: unknown): ThreadReply {
  try {
    return { kind: "answer", answer: server.answer(question) };
  } catch (error) {
    const { code, message } = storeErrorFrom(error);
    return { kind: "failure", code, message };
  }
}

/** Makes the error again on the asking side. */
export function errorFrom(failure: Extract<ThreadReply, { readonly kind: "failure" }>): StoreError {
  return new StoreError(failure.code, failure.message);
}
