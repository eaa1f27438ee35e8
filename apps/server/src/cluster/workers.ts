import type { Logger } from "@narrows/service";
import { pause } from "../pause.ts";
import type { Listening } from "../server.ts";
import { createUnforkedWorker, type ForkedWorker, type WorkerEnd } from "./forked-worker.ts";
import type { Greeting } from "./messages.ts";
import { createRestartDelay, type RestartDelay } from "./restart-delay.ts";
import { faultOfEnd } from "./worker-fault.ts";

export type WorkersOptions = {
  readonly count: number;
  /** The port that the first worker asks for; 0: a free one. */
  readonly port: number;
  /** May throw, which is a start that failed. */
  readonly fork: (greeting: Greeting) => ForkedWorker;
  readonly log: Logger;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** How long workers may take to stop before they are ended. */
  readonly stopDeadlineMs: number;
  /** How long a worker that takes another one's place may take to be ready before it is ended. Default: 660,000. */
  readonly readyDeadlineMs?: number;
  readonly onEnd: (worker: ForkedWorker, end: WorkerEnd) => void;
  /** Told why no worker can be started any more. */
  readonly onHopeless: (error: Error) => void;
};

/** All workers: started, started again when they die, replaced one by one, and stopped. */
export interface Workers {
  /**
   * Starts the first, whose port the others share.
   *
   * @throws {Error} When it ended; a `ConfigError` when it said that the configuration is at fault.
   */
  startFirst(): Promise<void>;
  /** Resolves when all are ready. @throws as `startFirst`. */
  startOthers(): Promise<Listening>;
  /** Replaces one worker after the other; one call at a time, and a further one while it runs makes one more round. */
  replaceAll(): void;
  /** Those that live, replaced ones that still finish their work included. */
  living(): readonly ForkedWorker[];
  /** How many of those that were ready have died. */
  readonly deaths: number;
  readonly isStopping: boolean;
  /** Stops all. @throws {Error} When one did not stop in time or failed on its way. */
  stop(): Promise<void>;
  /** Ends all at once. */
  kill(): void;
  /** Ends at once those that have not begun to serve: no complaint of `stop` is due then. */
  abandon(): void;
}

export function createWorkers(options: WorkersOptions): Workers {
  return new Supervisor(options);
}

/** Above what the start of each of its parts may take: one that still starts then hangs, and does not end by itself. */
const defaultReadyDeadlineMs = 660_000;

const diedLine = "A worker died; it is started again.";
/** As after a SIGTERM to it alone: nothing went wrong in it. */
const endedLine = "A worker ended in good order; it is started again.";
const unforkedLine = "A worker could not be forked; it is tried again.";

type Slot = { readonly number: number; worker: ForkedWorker; readonly delay: RestartDelay };

class Supervisor implements Workers {
  readonly #options: WorkersOptions;
  readonly #slots: Slot[] = [];
  readonly #living = new Set<ForkedWorker>();
  #port: number | undefined;
  #askedPort: number;
  #stopping: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  #isAbandoned = false;
  #isReplacing = false;
  #isRoundDue = false;
  /** Before that there is nothing to replace. */
  #isComplete = false;
  #deaths = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#askedPort = options.port;
  }

  get deaths(): number {
    return this.#deaths;
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  living(): readonly ForkedWorker[] {
    return [...this.#living];
  }

  async startFirst(): Promise<void> {
    const worker = this.#fork(1);
    this.#slots.push({ number: 1, worker, delay: createRestartDelay() });
    this.#port = await orEnd(worker, worker.listening);
  }

  async startOthers(): Promise<Listening> {
    const first = this.#slots[0];
    if (first === undefined) throw new Error("The first worker was not started.");
    // Alone: what is wrong with the configuration is said once.
    const where = await orEnd(first.worker, first.worker.ready);
    const numbers = Array.from({ length: this.#options.count - 1 }, (_, index) => index + 2);
    const others = numbers.map((number) => ({ number, worker: this.#fork(number), delay: createRestartDelay() }));
    this.#slots.push(...others);
    await Promise.all(others.map(({ worker }) => orEnd(worker, worker.ready)));
    for (const slot of this.#slots) void this.#keep(slot, slot.worker);
    this.#isComplete = true;
    return where;
  }

  replaceAll(): void {
    if (!this.#isComplete || this.isStopping) return;
    this.#isRoundDue = true;
    if (!this.#isReplacing) void this.#replaceWhileDue();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  kill(): void {
    for (const worker of this.#living) worker.kill();
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.kill();
  }

  #fork(number: number): ForkedWorker {
    // When nobody has it any more, a free port would be another one.
    if (this.#living.size === 0) this.#askedPort = this.#port ?? this.#askedPort;
    const worker = this.#forkOrFail({ number, port: this.#port, askedPort: this.#askedPort });
    this.#living.add(worker);
    void worker.ended.then((end) => {
      this.#living.delete(worker);
      this.#options.onEnd(worker, end);
    });
    // The first start of all has its deadline as a whole.
    if (this.#isComplete) void this.#endUnlessReady(worker);
    return worker;
  }

  /** One that hangs would keep its slot empty, or the round that it is part of from going on, for ever. */
  async #endUnlessReady(worker: ForkedWorker): Promise<void> {
    const { readyDeadlineMs = defaultReadyDeadlineMs } = this.#options;
    const late = setTimeout(() => worker.kill(), readyDeadlineMs);
    await Promise.race([worker.ready, worker.ended]);
    clearTimeout(late);
  }

  #forkOrFail(greeting: Greeting): ForkedWorker {
    try {
      return this.#options.fork(greeting);
    } catch (error) {
      return createUnforkedWorker(greeting.number, error);
    }
  }

  /** Watches over a slot's worker, and starts another one when it dies. */
  async #keep(slot: Slot, worker: ForkedWorker): Promise<void> {
    const { log, monotonicMs, onHopeless } = this.#options;
    const readyAtMs = await Promise.race([worker.ready.then(monotonicMs), worker.ended.then(() => undefined)]);
    const end = await worker.ended;
    if (this.isStopping || slot.worker !== worker) return;
    const readyForMs = readyAtMs === undefined ? undefined : monotonicMs() - readyAtMs;
    if (readyForMs !== undefined) this.#deaths += 1;
    const { code, signal, forkError, fault } = end;
    const delayMs = forkError === undefined ? slot.delay.next(readyForMs) : slot.delay.afterFailedFork();
    const told = { worker: slot.number, code, signal, fault, err: forkError };
    if (delayMs === undefined) {
      log.fatal(told, "A worker dies at every start; stopping.");
      onHopeless(faultOfEnd(slot.number, end));
      return;
    }
    const isOrderly = code === 0 && signal === null && readyForMs !== undefined;
    if (isOrderly) log.info({ ...told, delayMs }, endedLine);
    else log.error({ ...told, delayMs }, forkError === undefined ? diedLine : unforkedLine);
    if (!(await pause(delayMs, this.#stopped.signal)) || slot.worker !== worker) return;
    this.#put(slot, this.#fork(slot.number));
  }

  #put(slot: Slot, worker: ForkedWorker): void {
    slot.worker = worker;
    void this.#keep(slot, worker);
  }

  async #replaceWhileDue(): Promise<void> {
    const { log } = this.#options;
    this.#isReplacing = true;
    while (this.#isRoundDue && !this.isStopping) {
      this.#isRoundDue = false;
      log.info("Replacing the workers, one after the other.");
      if (await this.#replaceEach()) log.info("The workers are replaced.");
    }
    this.#isReplacing = false;
  }

  async #replaceEach(): Promise<boolean> {
    for (const slot of this.#slots) {
      if (this.isStopping) return false;
      if (!(await this.#replace(slot))) return false;
    }
    return true;
  }

  /** The new worker takes the port before the old one leaves it. */
  async #replace(slot: Slot): Promise<boolean> {
    const old = slot.worker;
    const worker = this.#fork(slot.number);
    try {
      await orEnd(worker, worker.ready);
    } catch (error) {
      const mend = "Mend what is named and send SIGHUP again.";
      if (!this.isStopping)
        this.#options.log.error(
          { worker: slot.number, err: error, mend },
          "A new worker cannot start; the old ones stay.",
        );
      return false;
    }
    if (this.isStopping) return false;
    const previous = slot.worker;
    this.#put(slot, worker);
    // Usually the same; unless the old one died meanwhile and was started again.
    for (const leaving of new Set([old, previous])) leaving.stop("replaced");
    await Promise.all([old.ended, previous.ended]);
    return true;
  }

  async #stopAll(): Promise<void> {
    this.#stopped.abort();
    const { stopDeadlineMs } = this.#options;
    const workers = this.living();
    for (const worker of workers) worker.stop("ending");
    const cut = setTimeout(() => this.kill(), stopDeadlineMs);
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    clearTimeout(cut);
    const failed = workers.filter((_, index) => ends[index]?.code !== 0).map(({ number }) => number);
    if (failed.length > 0 && !this.#isAbandoned)
      throw new Error(`These workers did not stop properly: ${failed.join(", ")}.`);
  }
}

/** @throws {Error} When the worker ends first. */
function orEnd<T>(worker: ForkedWorker, awaited: Promise<T>): Promise<T> {
  const failed = worker.ended.then((end): never => {
    throw faultOfEnd(worker.number, end);
  });
  return Promise.race([awaited, failed]);
}
