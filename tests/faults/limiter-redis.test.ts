import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { rootPath } from "../program/narrows-path.ts";
import { redisProgram } from "../services/redis-server.ts";
import type { Fault } from "./limiter-redis/fault.ts";
import { faults } from "./limiter-redis/faults.ts";
import { isOwn, type Count } from "./limiter-redis/load.ts";
import { head, rowOf } from "./limiter-redis/row.ts";
import { deadlineMs, limit, liveNodes, suffer, type Suffered } from "./limiter-redis/suffer.ts";

const pagePath = join(rootPath, "docs/reference/limiter-failures.md");
/** A process that was busy has a quarter more for what it has not read yet. */
const withGrace = 1.25;
/** What timers and promises take beside the deadline, in time that this process had. */
const slackMs = 50;

const seen = new Map<Fault, Promise<readonly Suffered[]>>();

/** Each fault happens once, whatever is asked about it. */
function sufferedOf(fault: Fault): Promise<readonly Suffered[]> {
  const suffered = seen.get(fault) ?? suffer(fault);
  seen.set(fault, suffered);
  return suffered;
}

describe.skipIf(redisProgram() === undefined)("a Redis under load that", () => {
  test.each(faults)("$name: each mode answers as it says, in time, and goes back", async (fault) => {
    for (const one of await sufferedOf(fault)) {
      const { library, mode, before, during, after, worstMs, states } = one;
      for (const { greedy, crowd } of before === undefined ? [after] : [before, after]) {
        expect.soft([greedy, crowd]).toSatisfy((counts: readonly Count[]) => counts.every(isOwn));
      }
      expect.soft(worstMs, `${library} ${mode}`).toBeLessThan(deadlineMs * withGrace + slackMs);
      expect.soft(during.greedy.asked).toBeGreaterThan(40);
      if (fault.takes === "everything") {
        expect.soft(states).toContain("open");
        expect.soft(states.at(-1)).toBe("closed");
        expectAnswersOf(one, [during.greedy, during.crowd]);
      } else {
        expect.soft(states).toEqual([]);
        expect.soft(during.crowd).toSatisfy(isOwn);
        if (fault.takes === "one counter") expectAnswersOf(one, [during.greedy]);
        else expect.soft(during.greedy).toSatisfy(isOwn);
      }
    }
  });

  it("fails is described on the page as it was seen; if not, run this with --update", async () => {
    const rows: string[] = [];
    for (const fault of faults) rows.push(rowOf(fault, await sufferedOf(fault)));
    const page = readFileSync(pagePath, "utf8");
    const table = /^\| Redis \|.*\n(\|.*\n)*/m;
    expect(page).toMatch(table);
    await expect(page.replace(table, `${head}\n${rows.join("\n")}\n`)).toMatchFileSnapshot(pagePath);
  });
});

/** Of those whose answers were taken away. */
function expectAnswersOf({ mode, givenToGreedy }: Suffered, counts: readonly Count[]): void {
  const share = limit / liveNodes;
  for (const { asked, degraded, allowed, denied } of counts) {
    expect.soft(degraded).toBe(asked);
    if (mode === "open") expect.soft([allowed, denied]).toEqual([asked, 0]);
    // Refused as a failure, and never as if a limit had been reached.
    if (mode === "closed") expect.soft([allowed, denied]).toEqual([0, 0]);
    if (mode === "memory") expect.soft(allowed + denied).toBe(asked);
  }
  if (mode === "memory") expect.soft(givenToGreedy).toBe(share);
}
