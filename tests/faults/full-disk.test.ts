import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { databasePathIn } from "../program/database-path.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram, type Program } from "../program/program.ts";
import { diskOf, emptyDisk, fillDisk, onSmallDisk } from "../program/small-disk.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const unshare = inject("services")["unshare"];
const diskKiB = 24 * 1024;
const maxCreates = 20_000;

/** Acknowledged links: code and destination. */
type Ledger = Map<string, string>;

/** What a service should be like around such a fault. */
const expected = {
  redirectBefore: 302,
  refusal: expect.objectContaining({ status: 503 }),
  retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 0),
  lostDuring: [],
  unknownDuring: 404,
  refusedAfter: undefined,
  lostAfter: [],
  isListExact: true,
};

describe.skipIf(unshare === undefined)("a disk that is full", () => {
  it("answers creates with 503 and Retry-After, goes on redirecting, heals, and loses nothing acknowledged", async () => {
    await using folder = await makeTempFolder();
    const under = onSmallDisk(unshare ?? "", folder.path, diskKiB);
    await using program = await startProgram({ dataDir: folder.path, under });
    const disk = diskOf(program.pid, folder.path);
    const observed = await suffer(program, new Map(), {
      limit: () => fillDisk(disk),
      lift: () => emptyDisk(disk),
    });
    expect(observed).toEqual({ ...expected, refusal: { status: 503, code: "STORE_FULL" } });
    await program.stop();
  });
});

describe("a database file that may not grow", () => {
  it("answers creates with 503 and Retry-After, goes on redirecting, heals, and loses nothing acknowledged", async () => {
    await using folder = await makeTempFolder();
    const ledger: Ledger = new Map();
    await using program = await startProgram({ dataDir: folder.path });
    const observed = await suffer(program, ledger, {
      limit: async () => limitFileSize(program.pid, await sizeOfLog(program.dataDir)),
      lift: () => limitFileSize(program.pid, "unlimited"),
    });
    expect(observed).toEqual(expected);
    await program.stop();

    await using restarted = await startProgram({ dataDir: folder.path });
    expect(await findLost(linksApi(restarted.http), ledger)).toEqual([]);
  });
});

type Fault = { readonly limit: () => Promise<void>; readonly lift: () => Promise<void> };

/** Lets the fault come and go while links are created and followed, and tells what was seen. */
async function suffer({ http, admin }: Program, ledger: Ledger, fault: Fault): Promise<unknown> {
  const api = linksApi(http, admin);
  await createUntilRefused(api, ledger, 50);
  const [known = ""] = [...ledger.keys()];
  const redirectBefore = (await api.follow(known)).status;

  await fault.limit();
  const refusal = await createUntilRefused(api, ledger, maxCreates);
  const lostDuring = await findLost(api, ledger);
  const unknownDuring = (await api.follow("unknown")).status;

  await fault.lift();
  const refusedAfter = (await createUntilRefused(api, ledger, 50))?.body;
  const listed = (await api.listAll()).map(({ longUrl }) => longUrl);
  return {
    redirectBefore,
    refusal: refusal === undefined ? "none" : refusalOf(refusal),
    retryAfterSeconds: Number(refusal?.headers["retry-after"]),
    lostDuring,
    unknownDuring,
    refusedAfter,
    lostAfter: await findLost(api, ledger),
    isListExact: listed.sort().join() === [...ledger.values()].sort().join(),
  };
}

/** Creates until one is refused, `count` at most; every one that is acknowledged goes into the ledger. */
async function createUntilRefused(api: LinksApi, ledger: Ledger, count: number) {
  const longUrl = (index: number) => `https://example.com/${ledger.size}/${index}/${"x".repeat(1_500)}`;
  let refused: Awaited<ReturnType<LinksApi["create"]>> | undefined;
  await inParallel(
    16,
    Array.from({ length: count }, (_, index) => longUrl(index)),
    async (url) => {
      if (refused !== undefined) return;
      const answer = await api.create({ longUrl: url });
      if (answer.status === 201) ledger.set((answer.json() as { shortCode: string }).shortCode, url);
      else refused = answer;
    },
  );
  return refused;
}

async function findLost(api: LinksApi, ledger: Ledger): Promise<readonly unknown[]> {
  const lost = await inParallel(32, [...ledger], async ([code, longUrl]) => {
    const { status, locations } = await api.follow(code);
    return status === 302 && locations[0] === longUrl ? [] : [{ code, status, locations }];
  });
  return lost.flat();
}

/** The kernel refuses every write that would make one of the process's files larger than that. */
async function limitFileSize(pid: number, bytes: number | "unlimited"): Promise<void> {
  await promisify(execFile)("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
}

async function sizeOfLog(dataDir: string): Promise<number> {
  return (await stat(`${await databasePathIn(dataDir)}-wal`)).size;
}
