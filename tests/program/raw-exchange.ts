import { connect, type Socket } from "node:net";
import { parseAnswers, type RawAnswer } from "./raw-answer.ts";

export type ExchangeOptions = {
  readonly isHead: boolean;
  /** Without an answer for so long, the sending side is closed: the server may be waiting for the rest of a body. */
  readonly quietMs: number;
  /** The connection must have ended, or an answer must be complete, by then. */
  readonly deadlineMs: number;
};

/** How long a complete answer is given for another one behind it. */
const settleMs = 15;

/**
 * Sends bytes on a connection of its own and gives the answers; none when the server just closed the connection.
 *
 * @throws {Error} When the server neither answers nor closes in time, or sends what is not HTTP.
 */
export function exchangeRaw(port: number, bytes: Uint8Array, options: ExchangeOptions): Promise<readonly RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const received: Buffer[] = [];
    const finish = (isLate: boolean): void => {
      clearTimeout(deadline);
      clearTimeout(quiet);
      socket.destroy();
      conclude(Buffer.concat(received), options.isHead, isLate).then(resolve, reject);
    };
    const deadline = setTimeout(finish, options.deadlineMs, true);
    let quiet = setTimeout(() => socket.end(), options.quietMs);
    socket.on("data", (chunk) => {
      received.push(chunk);
      clearTimeout(quiet);
      const isComplete = isWhole(Buffer.concat(received), options.isHead);
      quiet = isComplete ? setTimeout(finish, settleMs, false) : setTimeout(() => socket.end(), options.quietMs);
    });
    endOf(socket, () => finish(false));
    socket.write(bytes);
  });
}

/** A server that refuses a request may reset the connection while the request is still being sent: that is an end too. */
function endOf(socket: Socket, ended: () => void): void {
  socket.on("close", ended);
  socket.on("error", ended);
}

function isWhole(received: Buffer, isHead: boolean): boolean {
  try {
    return parseAnswers(received, { isHead, isEnded: false }) !== undefined;
  } catch {
    return false;
  }
}

async function conclude(received: Buffer, isHead: boolean, isLate: boolean): Promise<readonly RawAnswer[]> {
  if (isLate) throw new Error(`No end within the deadline; received ${JSON.stringify(received.toString("latin1"))}`);
  return parseAnswers(received, { isHead, isEnded: true }) ?? [];
}
