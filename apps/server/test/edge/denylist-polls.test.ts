import { describe, expect, it } from "vitest";
import { createDenylistPolls } from "../../src/edge/denylist-polls.ts";
import type { DenylistPage } from "../../src/edge/denylist.ts";

const dayMs = 86_400_000;

function openPolls(maxWaiting = 10) {
  const state = { position: 1, reads: 0, nowMs: 0 };
  const page = async (): Promise<DenylistPage> => {
    state.reads += 1;
    const { position } = state;
    return { rows: [], position, isComplete: true, isUpToDate: true, bypassUntil: null, readAt: 0 };
  };
  const polls = createDenylistPolls({ list: { page }, maxWaiting, monotonicMs: () => state.nowMs });
  /** Waits until so many polls wait. */
  const untilWaiting = async (count: number) => {
    while (polls.waiting() !== count || state.reads < count) await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return { polls, state, untilWaiting };
}

describe("polls of the denylist", () => {
  it("are answered by a change, with what the store says after it", async () => {
    const { polls, state, untilWaiting } = openPolls();
    const waiting = [polls.next(1, dayMs), polls.next(1, dayMs)];
    await untilWaiting(2);
    state.nowMs = 700;
    state.position = 2;
    polls.wake();
    const pages = await Promise.all(waiting);
    expect(pages.map(({ position, waitedMs }) => [position, waitedMs])).toEqual([
      [2, 700],
      [2, 700],
    ]);
    expect(polls.waiting()).toBe(0);
  });

  it("are answered at once where there is something new, where nobody wants to wait, and when all places are taken", async () => {
    const { polls, untilWaiting } = openPolls(1);
    expect(await polls.next(0, dayMs)).toMatchObject({ position: 1, waitedMs: 0 });
    expect(await polls.next(undefined, dayMs)).toMatchObject({ position: 1, waitedMs: 0 });
    expect(await polls.next(1, 0)).toMatchObject({ position: 1, waitedMs: 0 });
    const waiting = polls.next(1, dayMs);
    await untilWaiting(1);
    expect(await polls.next(1, dayMs)).toMatchObject({ waitedMs: 0 });
    polls.close();
    await waiting;
  });

  it("are woken one a turn, so that hundreds of them do not read the store at once", async () => {
    const { polls, state, untilWaiting } = openPolls();
    const waiting = Array.from({ length: 10 }, () => polls.next(1, dayMs));
    await untilWaiting(10);
    const before = state.reads;
    polls.wake();
    let mostInATurn = 0;
    for (let last = before; last < before + 10; last = state.reads) {
      await new Promise(setImmediate);
      mostInATurn = Math.max(mostInATurn, state.reads - last);
    }
    await Promise.all(waiting);
    expect(mostInATurn).toBeLessThanOrEqual(2);
  });

  it("end with the wait that they asked for", async () => {
    const { polls } = openPolls();
    expect(await polls.next(1, 20)).toMatchObject({ position: 1 });
    expect(polls.waiting()).toBe(0);
  });

  it("are all answered at the stop, and wait no more", async () => {
    const { polls, untilWaiting } = openPolls();
    const waiting = polls.next(1, dayMs);
    await untilWaiting(1);
    polls.close();
    await waiting;
    expect(await polls.next(1, dayMs)).toMatchObject({ waitedMs: 0 });
  });

  it("miss no change that is made while the store is read", async () => {
    const state = { position: 1 };
    const polls = createDenylistPolls({
      maxWaiting: 1,
      monotonicMs: () => 0,
      list: {
        async page() {
          const { position } = state;
          if (position === 1) {
            state.position = 2;
            polls.wake();
          }
          return { rows: [], position, isComplete: true, isUpToDate: true, bypassUntil: null, readAt: 0 };
        },
      },
    });
    expect(await polls.next(1, dayMs)).toMatchObject({ position: 2 });
  });
});
