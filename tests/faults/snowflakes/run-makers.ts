import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "@narrows/links/sqlite";
import { eventually } from "../../program/deadline.ts";
import { countDuplicates, type Count } from "./count-duplicates.ts";
import { startMaker, type MakerProcess } from "./maker-process.ts";

const makers = 8;
export const idsPerMaker = 250_000;
const ttlMs = 1_000;
const waitMs = 90_000;

export type RunOutcome = Count & {
  readonly stopped: MakerProcess;
  readonly stepped: readonly MakerProcess[];
  readonly ends: readonly string[];
};

/**
 * Runs eight processes that make ids of one database of leases. Meanwhile one is stopped until its lease is over, one is
 * killed and replaced by one whose clock is 5 s late, and three get clocks that step: ahead and back, back by 5 s, and
 * back by an hour.
 */
export async function runMakers(folder: string, isForgetful: boolean): Promise<RunOutcome> {
  const database = join(folder, "narrows.db");
  await spendOtherSlots(database);
  const files: string[] = [];
  const start = (count: number, stepMs: number): MakerProcess => {
    const idsFile = join(folder, `ids-${files.length}`);
    files.push(idsFile);
    return startMaker({ database, idsFile, count, ttlMs, stepMs, isForgetful });
  };
  const running = Array.from({ length: makers }, () => start(idsPerMaker, 0));
  const [stopped, killed, ahead, behind, farBehind] = running as [
    MakerProcess,
    MakerProcess,
    MakerProcess,
    MakerProcess,
    MakerProcess,
  ];
  // Every half is more than 3.9 s of ids, so a clock that steps back by 5 s comes to times in which ids were made.
  await reach(running, idsPerMaker / 2);
  stopped.signal("SIGSTOP");
  killed.signal("SIGKILL");
  ahead.stepClock(5_000);
  behind.stepClock(-5_000);
  farBehind.stepClock(-3_600_000);
  await killed.ended;
  const replacement = start(idsPerMaker, -5_000);
  await reach([ahead], (idsPerMaker * 5) / 8);
  ahead.stepClock(0);
  await untilOver(database, stopped);
  stopped.signal("SIGCONT");
  const all = [...running, replacement];
  const ends = await Promise.all(all.map(({ ended }) => ended));
  return { ...(await countDuplicates(files)), stopped, stepped: [ahead, behind, farBehind], ends };
}

/** As many slots as processes: what one loses, another gets. */
async function spendOtherSlots(path: string): Promise<void> {
  const database = await openSqlite({ path });
  await database.close();
  using connection = new DatabaseSync(path);
  connection.exec(`UPDATE code_leases SET next_epoch = 8192 WHERE slot >= ${makers}`);
}

async function reach(some: readonly MakerProcess[], count: number): Promise<void> {
  await eventually(waitMs, `${count} ids of each`, async () =>
    some.every(({ made }) => made() >= count) ? true : undefined,
  );
}

/** Until no slot is its own any more. */
async function untilOver(path: string, { holder }: MakerProcess): Promise<void> {
  using connection = new DatabaseSync(path, { readOnly: true });
  const select = connection.prepare(
    "SELECT count(*) AS held FROM code_leases WHERE holder = ? AND ends_at > unixepoch('subsec') * 1000",
  );
  await eventually(waitMs, "The end of the stopped lease", async () =>
    select.get(holder)?.["held"] === 0 ? true : undefined,
  );
}
