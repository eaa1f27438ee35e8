import type { Connection } from "./connection.ts";

export type AnswerWatch = {
  readonly deadlineMs: number;
  readonly onAnswer: () => void;
  readonly onHung: () => void;
};

/**
 * Tells of each answer on a connection, and calls `onHung` when the server has answered nothing on it for so long. A transaction may take any number of
 * answers: each of its statements has the server's own deadline.
 */
export function watchAnswers(connection: Connection, { deadlineMs, onAnswer, onHung }: AnswerWatch): { end(): void } {
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
    onAnswer();
  };
  return {
    end() {
      isOver = true;
      connection.onAnswer = undefined;
      clearTimeout(timer);
    },
  };
}
