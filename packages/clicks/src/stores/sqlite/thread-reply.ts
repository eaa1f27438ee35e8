import { parentPort } from "node:worker_threads";
import { ClickError, type ClickErrorCode } from "../../click-error.ts";
import { clickErrorFrom } from "./sqlite-error.ts";

/** What a thread sends back; an error's class does not survive the way between threads, its code does. */
export type ThreadReply =
  | { readonly kind: "answer"; readonly answer: unknown }
  | Failure
  /** The thread's program is at fault, not the database. */
  | { readonly kind: "fault"; readonly error: SentError };

type Failure = {
  readonly kind: "failure";
  readonly code: ClickErrorCode;
  readonly message: string;
  readonly firstDay: string | undefined;
  readonly cause: SentError;
};

type SentError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's extended result code. */
  readonly errcode: number | undefined;
};

/** What a thread does with its questions. */
export type ThreadServer = {
  readonly answer: (question: unknown) => unknown;
  readonly close: () => void;
};

/**
 * Runs inside the thread: answers every message in order until `null` comes, which means that it is to finish. A
 * server that cannot be opened is tried again with the next question.
 */
export function serveThread(open: () => ThreadServer): void {
  const port = parentPort;
  if (port === null) throw new Error("This file runs in a worker thread only.");
  let server: ThreadServer | undefined;
  const answer = (question: unknown): unknown => (server ??= open()).answer(question);
  port.on("message", (question: unknown) => {
    if (question !== null) return port.postMessage(replyTo(answer, question));
    port.close();
    server?.close();
  });
}

function replyTo(answer: (question: unknown) => unknown, question: unknown): ThreadReply {
  try {
    return { kind: "answer", answer: answer(question) };
  } catch (error) {
    const failure = clickErrorFrom(error);
    if (!(failure instanceof ClickError)) return { kind: "fault", error: sentError(failure) };
    const { code, message, firstDay, cause } = failure;
    return { kind: "failure", code, message, firstDay, cause: sentError(cause ?? failure) };
  }
}

function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, errcode: undefined };
  const errcode = "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
  return { name: error.name, message: error.message, stack: error.stack, errcode };
}

/** Makes the error again on the asking side. */
export function errorFrom(reply: Exclude<ThreadReply, { readonly kind: "answer" }>): Error {
  if (reply.kind === "fault") return receivedError(reply.error);
  const { code, firstDay, cause } = reply;
  const error = new ClickError(code, "", { firstDay, cause: receivedError(cause) });
  error.message = reply.message;
  return error;
}

function receivedError({ name, message, stack, errcode }: SentError): Error {
  const error = new Error(message);
  return Object.assign(error, { name, stack: stack ?? error.stack }, errcode === undefined ? {} : { errcode });
}
