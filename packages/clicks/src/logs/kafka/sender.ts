import { setTimeout as wait } from "node:timers/promises";
import type { MessageToProduce } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";
import type { KafkaConnection } from "./connection.ts";
import { withDeadline } from "./deadline.ts";
import { tookNothing } from "./kafka-fault.ts";
import { readyProducer, type KafkaCompression, type ProducerOptions, type ReadyProducer } from "./producer.ts";

export type SenderOptions = {
  readonly deadlineMs: number;
  readonly settleMs: number;
  readonly requestMs: number;
  readonly compression: KafkaCompression;
};

/** Sends until it is known whether the records are there, with a new producer after each fault. */
export type Sender = {
  /** One append, of one slice after the other. */
  begin(): { send(slice: MessageToProduce[]): Promise<void> };
  /** What is under way is rejected. */
  end(): Promise<void>;
};

/** How one attempt ended: `taken`, `in doubt` where records of it may be there, or `refused`. */
type Outcome = { readonly kind: "taken" | "in doubt" | "refused"; readonly error?: unknown };

const pauseMs = 250;

export function openSender(connection: KafkaConnection, options: SenderOptions): Sender {
  const ending = new AbortController();
  const { signal } = ending;
  let producer: ReadyProducer | undefined;

  async function attempt(slice: MessageToProduce[], leftMs: number): Promise<Outcome> {
    try {
      producer ??= await makeReady(connection, { ...options, signal }, leftMs);
    } catch (error) {
      return { kind: "refused", error };
    }
    try {
      await withDeadline(producer.send(slice), options.settleMs, late, signal);
      return { kind: "taken" };
    } catch (error) {
      const failed = producer;
      producer = undefined;
      await failed.end();
      return { kind: tookNothing(error) ? "refused" : "in doubt", error };
    }
  }

  function begin() {
    const begunAt = performance.now();
    let mayBeThere = false;
    const leftMs = () => begunAt + (mayBeThere ? options.settleMs : options.deadlineMs) - performance.now();
    return {
      async send(slice: MessageToProduce[]): Promise<void> {
        for (;;) {
          const { kind, error } = await attempt(slice, leftMs());
          if (kind !== "refused") mayBeThere = true;
          if (kind === "taken") return;
          if (signal.aborted || leftMs() <= pauseMs) throw error;
          await wait(pauseMs, undefined, { signal }).catch(() => undefined);
        }
      },
    };
  }

  return {
    begin,
    async end() {
      ending.abort();
      await producer?.end();
      producer = undefined;
    },
  };
}

async function makeReady(connection: KafkaConnection, options: ProducerOptions, ms: number): Promise<ReadyProducer> {
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, options.signal]);
  const made = readyProducer(connection, { ...options, signal });
  return withDeadline(made, ms, late, options.signal).catch((error: unknown) => {
    given.abort();
    throw error;
  });
}

const late = () => new ClickError("LOG_UNAVAILABLE", "Kafka does not answer.");
