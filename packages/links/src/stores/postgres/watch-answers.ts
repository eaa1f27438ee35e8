import type { Connection } from "./connection.ts";

/**
 * Calls `onHung` when the server has answered nothing on the connection for so long. A transaction may take any number of
 * answers: each of its statements has the server's own deadline.
 */
export function watchAnswers(connection: Connection, deadlineMs: number, onHung: () => void): { end(): void } {
  let isOver = false;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // One turn later, for a process that was stopped for a while finds its timers due before the answers it has got.
    setImmediate(() => {
      if (isLate && !isOver) onHung();
    });
  }, deadlineMs);
  connection.onAnswer = () => {
    isLate = false;
    timer.refresh();
  };
  return {
    end() {
      isOver = true;
      connection.onAnswer = undefined;
      clearTimeout(timer);
    },
  };
}
