import { describe, expect, it } from "vitest";
import { ClickError } from "../../src/click-error.ts";
import type { ClickCounts } from "../../src/click-store.ts";
import type { Click } from "../../src/click.ts";
import { createClickReports } from "../../src/reports/create-click-reports.ts";
import type { LiveClick, LiveRequest } from "../../src/reports/live-clicks.ts";
import { createExactCounts } from "../../src/testing/exact-counts.ts";
import { newClick } from "../../src/testing/unique-clicks.ts";

const start = Date.parse("2026-11-30T06:00:00Z");
const link = { domain: "", code: "code" };

type Setting = {
  readonly clicks?: readonly Click[];
  /** What happens while the stream waits: called with the time that it is then. */
  readonly onWait?: (now: number) => void;
  readonly asOf?: (now: number) => number | undefined;
  readonly counts?: (exact: ClickCounts) => ClickCounts;
  readonly maxLive?: number;
  /** How long the store takes for a page of clicks. */
  readonly pageMs?: number;
};

/** Reports whose clock moves only while they wait. */
function openReports({ clicks = [], onWait = () => undefined, asOf = (now) => now, counts, ...setting }: Setting) {
  const { maxLive = 2, pageMs = 0 } = setting;
  let now = start;
  const store = createExactCounts({ clicks, asOf: () => asOf(now) });
  const exact: ClickCounts = {
    ...store,
    clicks(query) {
      now += pageMs;
      return store.clicks(query);
    },
  };
  const wait = async (ms: number): Promise<void> => {
    now += ms;
    onWait(now);
  };
  return createClickReports({ counts: counts?.(exact) ?? exact, now: () => now, wait, maxLive });
}

/** More than any of these streams tells: one that never ends fails its test, and does not hang it. */
const mostEvents = 5_000;

/** Reads until there are so many clicks, or the end; `quiet` stands for what tells that there were none. */
async function read(stream: AsyncGenerator<LiveClick | undefined, void>, count: number): Promise<readonly string[]> {
  const heard: string[] = [];
  let clicks = 0;
  for await (const event of stream) {
    heard.push(event === undefined ? "quiet" : event.click.id);
    clicks += event === undefined ? 0 : 1;
    if (clicks === count || heard.length === mostEvents) break;
  }
  return heard;
}

const reader = { id: "reader", gone: new AbortController().signal };
const live = { after: undefined, class: undefined };

describe("a live stream", () => {
  it("says at once that it is there, and then tells of each click in the order of time", async () => {
    const clicks = [newClick({ at: start - 1 }), newClick({ at: start + 500 }), newClick({ at: start + 100 })];
    const heard = await read(openReports({ clicks }).live(link, live, reader).parts, 2);
    expect(heard).toEqual(["quiet", clicks[2]?.id, clicks[1]?.id]);
  });

  it("shows a click that was stored late in its place, as long as the store is not complete before", async () => {
    const clicks = [newClick({ at: start + 2_000 })];
    const late = newClick({ at: start + 1_000 });
    const onWait = (now: number): void => {
      if (now === start + 5_000) clicks.push(late);
    };
    const asOf = (now: number): number => (now < start + 5_000 ? start + 999 : now);
    const heard = await read(openReports({ clicks, onWait, asOf }).live(link, live, reader).parts, 2);
    expect(heard).toEqual(["quiet", late.id, clicks[0]?.id]);
  });

  it("waits ten seconds where the store cannot tell what is complete", async () => {
    let seenAt = 0;
    const clicks = [newClick({ at: start + 1_000 })];
    const reports = openReports({ clicks, asOf: () => undefined, onWait: (now) => (seenAt = now) });
    await read(reports.live(link, live, reader).parts, 1);
    expect(seenAt).toBe(start + 12_000);
  });

  it("tells of one class, by default of people", async () => {
    const clicks = [newClick({ at: start + 1, class: "bot" }), newClick({ at: start + 2 })];
    expect(await read(openReports({ clicks }).live(link, live, reader).parts, 1)).toEqual(["quiet", clicks[1]?.id]);
    const bots = openReports({ clicks }).live(link, { ...live, class: "bot" }, reader).parts;
    expect(await read(bots, 1)).toEqual(["quiet", clicks[0]?.id]);
  });

  it("goes on after the last one that was heard, also among clicks of one millisecond", async () => {
    const clicks = [1, 2, 3].map(() => newClick({ at: start - 60_000 }));
    const after = `${start - 60_000}-${clicks[0]?.id}`;
    const heard = await read(openReports({ clicks }).live(link, { ...live, after }, reader).parts, 2);
    expect(heard).toEqual(["quiet", clicks[1]?.id, clicks[2]?.id]);
  });

  it("goes on for an hour back at most, and begins now after what is no id", async () => {
    const clicks = [newClick({ at: start - 3_600_001 }), newClick({ at: start - 1_000 }), newClick({ at: start + 1 })];
    const after = `${start - 7_200_000}-${clicks[0]?.id}`;
    expect(await read(openReports({ clicks }).live(link, { ...live, after }, reader).parts, 2)).toEqual([
      "quiet",
      ...clicks.slice(1).map(({ id }) => id),
    ]);
    for (const strange of ["", "x", "1", `${start + 9_999}-${clicks[0]?.id}`, "9".repeat(400)]) {
      const heard = await read(openReports({ clicks }).live(link, { ...live, after: strange }, reader).parts, 1);
      expect(heard).toEqual(["quiet", clicks[2]?.id]);
    }
  });

  it("tells every 15 seconds that it is still there, and ends after ten minutes", async () => {
    const heard = await read(openReports({}).live(link, live, reader).parts, 1);
    expect(heard).toEqual(Array.from({ length: 1 + 39 }, () => "quiet"));
  });

  it("ends after ten minutes also while there is always more to tell, or nothing of what is asked for", async () => {
    const clicks = Array.from({ length: 3_000 }, () => newClick({ at: start + 1 }));
    const heardOf = (setting: Setting, request: LiveRequest = live) =>
      read(openReports(setting).live(link, request, reader).parts, clicks.length);
    // Nine pages, the tenth of which comes too late.
    expect(await heardOf({ clicks, pageMs: 60_000 })).toHaveLength(1 + 9 * 250);
    const asked: number[] = [];
    const counts = (exact: ClickCounts): ClickCounts => ({
      ...exact,
      clicks: (query) => exact.clicks(query).finally(() => asked.push(query.limit)),
    });
    const bots: LiveRequest = { ...live, class: "bot" };
    expect(await heardOf({ clicks, pageMs: 60_000, counts }, bots)).toEqual(["quiet"]);
    expect(asked).toHaveLength(10);
  });

  it("passes over the time in which the store does not answer, and then tells of everything", async () => {
    const clicks = [newClick({ at: start + 1 })];
    let now = start;
    const counts = (exact: ClickCounts): ClickCounts => ({
      ...exact,
      async totals(asked) {
        if (now < start + 30_000) throw new ClickError("STORE_UNAVAILABLE");
        return exact.totals(asked);
      },
    });
    const stream = openReports({ clicks, counts, onWait: (at) => (now = at) }).live(link, live, reader).parts;
    expect(await read(stream, 1)).toEqual(["quiet", "quiet", clicks[0]?.id]);
  });

  it("reads more clicks than fit into one page, each once", async () => {
    const clicks = Array.from({ length: 600 }, (_, index) => newClick({ at: start + 1 + (index % 3) }));
    const heard = await read(openReports({ clicks }).live(link, live, reader).parts, 600);
    expect(new Set(heard.slice(1))).toEqual(new Set(clicks.map(({ id }) => id)));
    expect(heard).toHaveLength(601);
  });

  it("ends when the reports are drained, and when its reader is gone", async () => {
    const leaving = new AbortController();
    const drained = openReports({ onWait: () => drained.drain() });
    expect(await read(drained.live(link, live, reader).parts, 1)).toEqual(["quiet"]);
    const left = openReports({ onWait: () => leaving.abort() });
    expect(await read(left.live(link, live, { id: "leaving", gone: leaving.signal }).parts, 1)).toEqual(["quiet"]);
    expect([drained.openStreams(), left.openStreams()]).toEqual([0, 0]);
  });

  it("is refused where as many are open as may be, until one of them ends", async () => {
    const reports = openReports({});
    const readers = [new AbortController(), new AbortController()];
    // Nobody has begun to read these.
    for (const [index, { signal }] of readers.entries()) reports.live(link, live, { id: `${index}`, gone: signal });
    expect(reports.openStreams()).toBe(2);
    expect(() => reports.live(link, live, reader)).toThrow(expect.objectContaining({ code: "STREAMS_BUSY" }));
    readers[0]?.abort();
    const next = reports.live(link, live, reader).parts;
    expect(reports.openStreams()).toBe(2);
    await next.next();
    await next.return();
    expect(reports.openStreams()).toBe(1);
  });

  it("is refused to who has a quarter of all, and one at least is let in", () => {
    for (const [maxLive, own] of [
      [100, 25],
      [3, 1],
    ] as const) {
      const reports = openReports({ maxLive });
      for (let count = 0; count < own; count += 1) reports.live(link, live, reader);
      expect(() => reports.live(link, live, reader)).toThrow(expect.objectContaining({ code: "STREAMS_TOO_MANY" }));
      reports.live(link, live, { ...reader, id: "another" });
      expect(reports.openStreams()).toBe(own + 1);
    }
  });
});
