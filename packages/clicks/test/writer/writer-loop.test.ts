import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { WriterLoop, type RoundOutcome } from "../../src/writer/writer-loop.ts";

const longMs = 600_000;
const stored = { hasStored: true, isBehind: false, hasFailed: false };
const nothing = { ...stored, hasStored: false };
const failed = { ...nothing, hasFailed: true };

/** A loop whose rounds end as a test says, and then as the last of them. */
function startLoop(outcomes: readonly RoundOutcome[]) {
  let rounds = 0;
  let waits = 0;
  const loop = new WriterLoop({
    async round() {
      await nextTurn();
      rounds += 1;
      return outcomes[rounds - 1] ?? nothing;
    },
    source: {
      wait: (_, signal) => {
        waits += 1;
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      },
    },
    idleMs: longMs,
    random: () => 0,
  });
  onTestFinished(() => loop.stop());
  loop.start();
  const settle = async (): Promise<void> => {
    await vi.waitUntil(() => rounds > 0, { timeout: 20_000, interval: 1 });
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  };
  return { loop, settle, rounds: () => rounds, waits: () => waits };
}

it("goes on at once while there is much, and lets few clicks wait for others", async () => {
  const { settle, rounds, waits } = startLoop([{ ...stored, isBehind: true }, { ...stored, isBehind: true }, stored]);
  await settle();
  expect([rounds(), waits()]).toEqual([3, 0]);
});

it("leaves it to the log to end the wait where there is nothing", async () => {
  const { settle, rounds, waits } = startLoop([nothing]);
  await settle();
  expect([rounds(), waits()]).toEqual([1, 1]);
});

it("tries again after a failure", async () => {
  const { rounds, waits } = startLoop([failed, failed, nothing]);
  await vi.waitUntil(() => waits() > 0, { timeout: 20_000, interval: 1 });
  expect(rounds()).toBe(3);
});

it("ends a wait when it is to pause, to go on, or to stop", async () => {
  const { loop, settle, rounds } = startLoop([stored, stored]);
  await settle();
  await loop.pause();
  expect(loop.state()).toBe("paused");
  loop.resume();
  await vi.waitUntil(() => rounds() === 2, { timeout: 20_000, interval: 1 });
  await loop.stop();
  expect(loop.state()).toBe("stopped");
});
