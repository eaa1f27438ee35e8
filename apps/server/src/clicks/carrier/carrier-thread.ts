import { Worker } from "node:worker_threads";
import { ClickError, type Visit } from "@narrows/clicks";
import type { VisitSink } from "@narrows/clicks/recorder";
import { ConfigError, type LogLevel } from "@narrows/service";
import { clickCloseMs } from "../../stop-deadlines.ts";
import { settledWithin } from "../settled.ts";
import type { CarrierOptions, CarrierStats } from "./carrier.ts";
import { receivedError, type CarrierOrder, type FromCarrier, type ToCarrier } from "./messages.ts";
import { relayLine } from "./relay-line.ts";
import { sentConfig } from "./sent-config.ts";

export type CarrierThreadOptions = Omit<CarrierOptions, "clocks" | "isFirst"> & {
  /** What the thread runs. Default: a carrier as it is configured. */
  readonly program?: URL;
  /** How long after its end it is started again where nobody gives it visits. Default 5,000. */
  readonly restartMs?: number;
};

/** Of the thread's JavaScript heap. A thread that needs more ends alone, and the process goes on. */
const maxHeapMb = 1_024;

const defaults = { program: new URL("./carrier-program.ts", import.meta.url), restartMs: 5_000 } as const;

const quiet: CarrierStats = { pressure: "none", outbox: undefined, writer: undefined };

type Asked = {
  readonly visits: readonly Visit[];
  readonly resolve: (leftOut: number) => void;
  readonly reject: (error: Error) => void;
};

type Running = {
  readonly worker: Worker;
  /** Rejects when it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
};

/**
 * A carrier in a thread of its own, so that clicks take nothing of the time of redirects but what it costs to hand them over.
 *
 * It is started when it is first needed, and again when it has ended. What it was at then is `CLICKS_UNSURE`.
 */
export class CarrierThread implements VisitSink {
  readonly #options: Required<CarrierThreadOptions>;
  #running: Running | undefined;
  #asked: Asked | undefined;
  /** What the thread has refused, and still holds. */
  #refused: readonly Visit[] | undefined;
  #stats = quiet;
  #restart: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isFirst = true;

  constructor(options: CarrierThreadOptions) {
    this.#options = { ...defaults, ...options };
  }

  /** Has it run also where nobody gives it visits. */
  readonly run = (): void => {
    this.start().catch((error: unknown) => this.#runLater(error));
  };

  /** @throws {ConfigError} When something is not as it must be that only an operator can mend. */
  async start(): Promise<void> {
    if (this.#isStopped) throw new ClickError("LOG_UNAVAILABLE", "Clicks are carried no more.");
    clearTimeout(this.#restart);
    this.#running ??= this.#spawn();
    await this.#running.ready;
  }

  async take(visits: readonly Visit[]): Promise<number> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.#asked = { visits, resolve, reject };
      this.#say({ kind: "take", visits: visits === this.#refused ? undefined : visits });
    });
  }

  stats(): CarrierStats {
    return this.#stats;
  }

  /** @param deadlineMs After that it is ended, whatever it is at. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    const running = this.#running;
    if (running === undefined) return;
    this.#say({ kind: "stop" });
    await settledWithin(deadlineMs, running.ended);
    if (this.#running === undefined) return;
    void running.worker.terminate();
    await settledWithin(clickCloseMs.thread, running.ended);
  }

  #spawn(): Running {
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const worker = new Worker(this.#options.program, {
      workerData: this.#order(),
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    let cause: unknown;
    let isReady = false;
    worker.on("message", (message: FromCarrier) => {
      if (message.kind === "misconfigured") {
        ready.reject(new ConfigError(message.faults));
        void worker.terminate();
      } else if (message.kind === "ready") {
        isReady = true;
        this.#isFirst = false;
        ready.resolve();
      } else this.#hear(message);
    });
    worker.on("error", (error: unknown) => (cause = error));
    worker.on("exit", (exitCode) => {
      const error = new Error(`The thread that carries clicks ended with code ${exitCode}.`, { cause });
      this.#ended(error);
      if (isReady) this.#runLater(error);
      ready.reject(error);
      ended.resolve();
    });
    // Whoever asked for it has the fault.
    ready.promise.catch(() => undefined);
    return { worker, ready: ready.promise, ended: ended.promise };
  }

  #order(): CarrierOrder {
    const { config, log, isWriter } = this.#options;
    return { config: sentConfig(config), logLevel: log.level as LogLevel, isWriter, isFirst: this.#isFirst };
  }

  #hear(message: Exclude<FromCarrier, { readonly kind: "ready" | "misconfigured" }>): void {
    switch (message.kind) {
      case "log":
        return relayLine(this.#options.log, message.line);
      case "stats":
        this.#stats = message.stats;
        return;
      case "taken":
        this.#refused = undefined;
        return this.#takeAsked()?.resolve(message.leftOut);
      case "refused":
        this.#refused = this.#asked?.visits;
        return this.#takeAsked()?.reject(receivedError(message.error));
    }
  }

  #ended(error: Error): void {
    this.#running = undefined;
    this.#refused = undefined;
    this.#stats = quiet;
    this.#takeAsked()?.reject(new ClickError("CLICKS_UNSURE", "Their thread ended.", { cause: error }));
  }

  #runLater(error: unknown): void {
    if (this.#isStopped) return;
    this.#options.log.error({ err: error }, "The thread that carries clicks does not run; it is started again.");
    this.#restart = setTimeout(this.run, this.#options.restartMs).unref();
  }

  #takeAsked(): Asked | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  #say(message: ToCarrier): void {
    this.#running?.worker.postMessage(message);
  }
}
