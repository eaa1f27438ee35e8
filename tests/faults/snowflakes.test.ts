import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { splitSnowflake } from "@narrows/codes";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../program/temp-folder.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { postgresLeases, sqliteLeases, type LeaseDatabase } from "./snowflakes/lease-database.ts";
import { makers, runMakers, type RunOutcome } from "./snowflakes/run-makers.ts";

/** Eight processes at once, on few cores. */
const timeout = 600_000;

describe("2,000,000 ids of eight processes that are stopped, killed and misled about the time", () => {
  const idsPerMaker = 250_000;

  it("are all different", { timeout }, async () => {
    await using folder = await makeTempFolder();
    const leases = sqliteLeases(folder.path);
    const outcome = await runMakers({ leases, folder: folder.path, idsPerMaker, isForgetful: false });
    expect(summary(outcome, idsPerMaker)).toEqual(allDifferent);
  });

  it("are not when the allocator hands out an old slot and epoch again", { timeout }, async () => {
    await using folder = await makeTempFolder();
    const leases = sqliteLeases(folder.path);
    const { duplicates } = await runMakers({ leases, folder: folder.path, idsPerMaker, isForgetful: true });
    expect(duplicates).toBeGreaterThan(1_000);
  });
});

describe.skipIf(postgresProgram() === undefined)("200,000 ids of eight such processes over one PostgreSQL", () => {
  const idsPerMaker = 25_000;

  it("are all different", { timeout }, async () => {
    await using at = await openServer();
    const outcome = await runMakers({ ...at, idsPerMaker, isForgetful: false });
    expect(summary(outcome, idsPerMaker)).toEqual(allDifferent);
  });

  it("are not when the allocator hands out an old slot and epoch again", { timeout }, async () => {
    await using at = await openServer();
    const { duplicates } = await runMakers({ ...at, idsPerMaker, isForgetful: true });
    expect(duplicates).toBeGreaterThan(1_000);
  });
});

describe("a run of processes that make ids", () => {
  it("leaves none of them behind when it fails", async () => {
    await using folder = await makeTempFolder();
    const failure = new Error("The database does not answer.");
    const leases = { ...sqliteLeases(folder.path), countHeld: () => Promise.reject(failure) };
    const run = runMakers({ leases, folder: folder.path, idsPerMaker: 10_000, isForgetful: false });
    await expect(run).rejects.toBe(failure);
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "args="]);
    expect(stdout.split("\n").filter((line) => line.includes(folder.path))).toEqual([]);
  });
});

/** What a run has shown, in the form of `allDifferent`. */
function summary({ ids, duplicates, lowest, stopped, stepped, ends }: RunOutcome, idsPerMaker: number) {
  return {
    duplicates,
    isEnough: ids >= makers * idsPerMaker,
    ends: ends.toSorted(),
    hadNewLeases: [stopped, ...stepped].map(({ leases }) => new Set(leases).size > 1),
    wasAnHourBack: splitSnowflake(lowest).madeAt < Date.now() - 3_500_000,
  };
}

/** The faults took place: all but the killed ones went on to their end, under new leases. */
const allDifferent = {
  duplicates: 0,
  isEnough: true,
  ends: [...Array<string>(makers - 1).fill("0"), "SIGKILL", "SIGKILL"],
  hadNewLeases: [true, true, true, true],
  wasAnHourBack: true,
};

async function openServer(): Promise<AsyncDisposable & { readonly leases: LeaseDatabase; readonly folder: string }> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await makeTempFolder());
  const server = stack.use(await startPostgres());
  const opened = stack.move();
  return {
    leases: postgresLeases(server.url),
    folder: folder.path,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
