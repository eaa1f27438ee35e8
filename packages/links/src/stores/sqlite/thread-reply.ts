import { parentPort } from "node:worker_threads";
import { StoreError, type StoreErrorCode } from "../../store-error.ts";
import { storeErrorFrom } from "./sqlite-error.ts";

/** What a thread sends back; an error's class does not survive the way between threads, its code does. */
export type ThreadReply =
  /** Sent once, before the first question is looked at. */
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "failure"; readonly code: StoreErrorCode; readonly message: string; readonly cause: SentError }
  /** The thread's program is at fault, not the database. */
  | { readonly kind: "fault"; readonly error: SentError };

/** All of an error that helps to find its reason. */
type SentError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's extended result code. */
  readonly errcode: number | undefined;
};

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
  port.postMessage({ kind: "ready" } satisfies ThreadReply);
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
    return failureReply(error);
  }
}

/** Makes of an error what can be sent; `errorFrom` is the way back. */
export function failureReply(error: unknown): ThreadReply {
  const failure = storeErrorFrom(error);
  if (!(failure instanceof StoreError)) return { kind: "fault", error: sentError(failure) };
  const { code, message, cause } = failure;
  return { kind: "failure", code, message, cause: sentError(cause ?? failure) };
}

function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, errcode: undefined };
  const errcode = "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
  return { name: error.name, message: error.message, stack: error.stack, errcode };
}

/** Makes the error again on the asking side. */
export function errorFrom(reply: Extract<ThreadReply, { readonly kind: "failure" | "fault" }>): Error {
  if (reply.kind === "fault") return receivedError(reply.error);
  return new StoreError(reply.code, reply.message, { cause: receivedError(reply.cause) });
}

function receivedError({ name, message, stack, errcode }: SentError): Error {
  const error = new Error(message);
  return Object.assign(error, { name, stack: stack ?? error.stack }, errcode === undefined ? {} : { errcode });
}
