import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { OnCut } from "./cuts.ts";

/** How many requests of one connection may wait for their turn; nobody but an attacker sends more ahead. */
const maxWaiting = 64;

const waitingCounts = new WeakMap<Socket, number>();

/**
 * Gives the requests of a connection to `listener` one at a time: each when the answer before it has left the process.
 *
 * Answers go out in the order of the requests anyway (RFC 9112, 9.3.2). Node takes all requests out of 64 KiB at once,
 * so a client that sends ahead and reads nothing would have every answer built and kept. While a request waits nothing
 * more is read; a connection with more than 64 that wait is cut.
 */
export function inTurn(listener: RequestListener, onCut: OnCut): RequestListener {
  return (request, response) => {
    // Node gives a response its socket when its turn comes.
    if (response.socket !== null) return listener(request, response);
    const { socket } = request;
    if (socket.destroyed) return;
    const waiting = (waitingCounts.get(socket) ?? 0) + 1;
    if (waiting > maxWaiting) {
      onCut("ahead");
      socket.destroy();
      return;
    }
    waitingCounts.set(socket, waiting);
    socket.pause();
    response.once("socket", () => process.nextTick(begin, socket, () => listener(request, response)));
  };
}

function begin(socket: Socket, answer: () => void): void {
  const waiting = (waitingCounts.get(socket) ?? 1) - 1;
  waitingCounts.set(socket, waiting);
  if (socket.destroyed) return;
  if (waiting === 0) socket.resume();
  answer();
}
