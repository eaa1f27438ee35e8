import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { createLink, dayMs, followTimes, storedIn, untilAccounted, type Span } from "./clicks/served-clicks.ts";

const shiftedClock = fileURLToPath(new URL("clicks/shifted-clock.js", import.meta.url));
const clicks = 50;

/** A service whose clock is wrong by so much. */
function startWrong(dataDir: string, shiftMs: number, env: Readonly<Record<string, string>>): Promise<Program> {
  const shifted = { CLOCK_SHIFT_MS: String(shiftMs), ...env };
  return startProgram({ dataDir, env: shifted, nodeOptions: ["--import", shiftedClock] });
}

/** Where the clicks of `times` are: at the right time, or where the wrong clock has them. */
async function placesOf(program: Program, alias: string, now: Span, shiftMs: number) {
  return {
    atRightTime: await storedIn(program, alias, now),
    atWrongTime: await storedIn(program, alias, { from: now.from + shiftMs, to: now.to + shiftMs }),
    anywhere: await storedIn(program, alias),
  };
}

describe("a service whose clock is wrong, and whose clicks are counted by one whose clock is right", () => {
  it.each([
    {
      name: "a day ahead: they are counted at once, and told as early",
      shiftMs: dayMs,
      places: { atRightTime: clicks, atWrongTime: 0, anywhere: clicks },
      flagged: { early: clicks, late: 0 },
    },
    {
      name: "a day behind: they are counted where it says, for a click may have waited so long, and not told of",
      shiftMs: -dayMs,
      places: { atRightTime: 0, atWrongTime: clicks, anywhere: clicks },
      flagged: { early: 0, late: 0 },
    },
    {
      name: "eight days behind: they are counted where it says, and told as late",
      shiftMs: -8 * dayMs,
      places: { atRightTime: 0, atWrongTime: clicks, anywhere: clicks },
      flagged: { early: 0, late: clicks },
    },
  ])("$name", { timeout: 240_000 }, async ({ shiftMs, places, flagged }) => {
    await using folder = await makeTempFolder();
    await using right = await startProgram({ dataDir: folder.path });
    await createLink(right, "clock");
    const from = Date.now();
    await using wrong = await startWrong(folder.path, shiftMs, { CLICK_WRITER: "off" });
    expect(await followTimes(wrong, "clock", clicks)).toBe(clicks);
    const now = { from, to: Date.now() };
    await untilAccounted(right, "clock", clicks);
    await eventually(30_000, "The writer's own count", async () =>
      (await readMetric(right, "narrows_clicks_stored_total")) >= clicks ? true : undefined,
    );

    expect(await placesOf(right, "clock", now, shiftMs)).toEqual(places);
    const told = {
      early: await readMetric(right, "narrows_clicks_early_total"),
      late: await readMetric(right, "narrows_clicks_late_total"),
    };
    expect(told).toEqual(flagged);
    await Promise.all([wrong.stop(), right.stop()]);
  });
});
