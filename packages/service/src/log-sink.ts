import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the lines of a log go. */
export interface LogSink {
  /** Takes one line with its line break. Never waits and never throws: what cannot be written is dropped and counted. */
  write(line: string): void;
  /** Resolves when nothing waits any more, at the latest after `deadlineMs`. */
  flush(deadlineMs: number): Promise<void>;
  /** How many lines were lost, whole or in part, since the sink was opened. */
  droppedLines(): number;
}

/** What a reader that stalls may leave waiting: some thousand lines. */
const maxWaitingBytes = 1024 * 1024;

/** How often a reader that stalls is tried again. */
const retryMs = 20;

/**
 * Opens a log on a file descriptor, by default standard output.
 *
 * Lines are written at once, so that an exit loses none. A reader that stalls makes lines wait, up to 1 MiB; a full disk
 * loses lines. Neither keeps the program from its work: a log is worth less than what it tells of.
 */
export function openLogSink(fd = 1): LogSink {
  const target = withoutBlocking(fd);
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let isTorn = false;
  let retry: NodeJS.Timeout | undefined;

  const send = (bytes: Buffer): Buffer | undefined => {
    const { written, outcome } = writeWhatFits(target, bytes);
    if (outcome === "again") return bytes.subarray(written);
    if (outcome === "failed") dropped += 1;
    // The rest of a line that was cut is lost; the next line must not be taken for it.
    isTorn = outcome === "failed" && (written > 0 || isTorn);
    return undefined;
  };
  const hold = (bytes: Buffer): void => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    retry ??= setTimeout(sendWaiting, retryMs).unref();
  };
  const sendWaiting = (): void => {
    retry = undefined;
    const lines = waiting.splice(0);
    waitingBytes = 0;
    for (const [index, bytes] of lines.entries()) {
      const rest = send(bytes);
      if (rest === undefined) continue;
      for (const line of [rest, ...lines.slice(index + 1)]) hold(line);
      return;
    }
  };
  return {
    write(line) {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line);
      if (waitingBytes + bytes.length > maxWaitingBytes) {
        dropped += 1;
        return;
      }
      const rest = waiting.length > 0 ? bytes : send(bytes);
      if (rest !== undefined) hold(rest);
    },
    async flush(deadlineMs) {
      const deadline = performance.now() + deadlineMs;
      while (waiting.length > 0 && performance.now() < deadline) await sleep(retryMs);
    },
    droppedLines: () => dropped,
  };
}

type Written = { readonly written: number; readonly outcome: "all" | "again" | "failed" };

function writeWhatFits(fd: number, bytes: Buffer): Written {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
    return { written, outcome: "all" };
  } catch (error) {
    const isFull = error instanceof Error && "code" in error && error.code === "EAGAIN";
    return { written, outcome: isFull ? "again" : "failed" };
  }
}

/**
 * Gives a descriptor of the same thing on which a write never waits for a reader.
 *
 * A file stays as it is: opened anew it would be written from its beginning. Pipes and terminals are opened anew, so that
 * whoever shares them is not changed; where that cannot be (sockets, another user's pipe) node's own handle changes them.
 */
function withoutBlocking(fd: number): number {
  const kind = fstatSync(fd);
  if (kind.isFile()) return fd;
  try {
    if (!kind.isSocket()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // No such folder on this system, or not ours to open.
  }
  if (kind.isSocket() || kind.isFIFO()) new Socket({ fd, readable: false }).on("error", () => undefined).unref();
  return fd;
}
