import { createLogger } from "@narrows/service";
import { expect, it } from "vitest";
import type { ForkedWorker, WorkerState } from "../../src/cluster/forked-worker.ts";
import { createHungWorkers } from "../../src/cluster/hung-workers.ts";

type Fake = { state: WorkerState; hangs: boolean; asked: number; killed: number };

function open(...fakes: readonly Fake[]) {
  const never = new Promise<never>(() => undefined);
  const workers = fakes.map((fake, index): ForkedWorker => ({
    number: index + 1,
    get state() {
      return fake.state;
    },
    peer: {
      ask() {
        fake.asked += 1;
        return fake.hangs ? never : Promise.reject(new Error("Nobody answers alive here."));
      },
      receive: () => false,
      lose: () => undefined,
    },
    listening: never,
    ready: never,
    ended: never,
    stop: () => undefined,
    kill: () => void (fake.killed += 1),
  }));
  const lines: string[] = [];
  const log = createLogger({ level: "info", write: (line) => void lines.push(line) });
  const hung = createHungWorkers({ workers: () => workers, log });
  const look = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      hung.look();
      await new Promise(setImmediate);
    }
  };
  return { hung, look, lines };
}

const fake = (fields: Partial<Fake> = {}): Fake => ({ state: "ready", hangs: false, asked: 0, killed: 0, ...fields });

it("ends a worker that owes an answer through five looks, once, and no other", async () => {
  const [steady, hanging] = [fake(), fake({ hangs: true })];
  const { hung, look, lines } = open(steady, hanging);
  await look(5);
  expect([hung.ended, hanging.killed, hanging.asked]).toEqual([0, 0, 1]);
  await look(1);
  expect([hung.ended, hanging.killed]).toEqual([1, 1]);
  await look(5);
  expect([hung.ended, hanging.killed, steady.killed, steady.asked]).toEqual([1, 1, 0, 11]);
  expect(lines.join("")).toContain("A worker does not answer any more; ending it.");
});

it("leaves those alone that start, and ends those that hang while they stop", async () => {
  const [starting, stopping] = [fake({ state: "starting", hangs: true }), fake({ state: "stopping", hangs: true })];
  const { look } = open(starting, stopping);
  await look(10);
  expect([starting.killed, stopping.killed]).toEqual([0, 1]);
});
