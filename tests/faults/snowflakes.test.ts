import { splitSnowflake } from "@narrows/codes";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../program/temp-folder.ts";
import { idsPerMaker, runMakers } from "./snowflakes/run-makers.ts";

describe("2,000,000 ids of eight processes that are stopped, killed and misled about the time", () => {
  it("are all different", async () => {
    await using folder = await makeTempFolder();
    const { ids, duplicates, lowest, stopped, stepped, ends } = await runMakers(folder.path, false);
    expect({ duplicates, isEnough: ids >= 8 * idsPerMaker }).toEqual({ duplicates: 0, isEnough: true });
    // The faults took place: all but the killed one went on to their end, under new leases.
    expect(ends.toSorted()).toEqual([...Array<string>(8).fill("0"), "SIGKILL"]);
    for (const { leases } of [stopped, ...stepped]) expect(new Set(leases).size).toBeGreaterThan(1);
    expect(splitSnowflake(lowest).madeAt).toBeLessThan(Date.now() - 3_500_000);
  });

  it("are not when the allocator hands out an old slot and epoch again", async () => {
    await using folder = await makeTempFolder();
    const { duplicates } = await runMakers(folder.path, true);
    expect(duplicates).toBeGreaterThan(1_000);
  });
});
