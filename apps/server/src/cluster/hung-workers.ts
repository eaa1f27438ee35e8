import type { Logger, Part } from "@narrows/service";
import type { ForkedWorker } from "./forked-worker.ts";

export type HungWorkersOptions = {
  readonly workers: () => readonly ForkedWorker[];
  readonly log: Logger;
};

/** Ends workers that live and answer nothing any more: whoever keeps them starts others. */
export interface HungWorkers {
  /** Asks each worker for a sign of life, and ends those that have owed one for too long. To be called once a second. */
  look(): void;
  /** Calls `look` once a second, while it runs. */
  readonly part: Part;
  /** How many were ended. */
  readonly ended: number;
}

/**
 * Looks, not milliseconds: after a suspension of the machine, or of the primary alone, a clock has gone on by hours, but
 * this process has looked once, and between two looks it reads what has come.
 */
const maxMissedLooks = 5;

const lookEveryMs = 1_000;

/** One question is under way to each worker at a time. Those that start are left alone: that may take long. */
export function createHungWorkers({ workers, log }: HungWorkersOptions): HungWorkers {
  const missed = new WeakMap<ForkedWorker, number>();
  let ended = 0;
  const ask = (worker: ForkedWorker): void => {
    missed.set(worker, 0);
    const answered = (): boolean => missed.delete(worker);
    // A refusal is an answer, too.
    worker.peer.ask("alive", null).then(answered, answered);
  };
  const judge = (worker: ForkedWorker, looks: number): void => {
    missed.set(worker, looks);
    // Once: one that even this does not end is waiting for a disk.
    if (looks !== maxMissedLooks) return;
    ended += 1;
    log.error({ worker: worker.number, missedAnswers: looks }, "A worker does not answer any more; ending it.");
    worker.kill();
  };
  const look = (): void => {
    for (const worker of workers()) {
      if (worker.state === "starting") continue;
      const before = missed.get(worker);
      if (before === undefined) ask(worker);
      else judge(worker, before + 1);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    look,
    part: {
      name: "watch over workers",
      start: () => void (timer = setInterval(look, lookEveryMs)),
      // Those that hang while all of them stop have a deadline.
      stop: () => clearInterval(timer),
    },
    get ended() {
      return ended;
    },
  };
}
