import { join } from "node:path";
import { eventually } from "../../program/deadline.ts";
import { countDuplicates, type Count } from "./count-duplicates.ts";
import type { LeaseDatabase } from "./lease-database.ts";
import { startMaker, type MakerProcess } from "./maker-process.ts";
import type { MakerOrder } from "./maker.ts";

export const makers = 8;
const ttlMs = 1_000;
const waitMs = 90_000;
/** Where half of a maker's ids take 3.9 s or more, whose clock steps back by this comes to times in which it made some. */
const stepMs = 5_000;

export type RunPlan = {
  readonly leases: LeaseDatabase;
  /** Where ids are kept. */
  readonly folder: string;
  readonly idsPerMaker: number;
  /** True: the allocator hands out pairs again. */
  readonly isForgetful: boolean;
};

export type RunOutcome = Count & {
  readonly stopped: MakerProcess;
  readonly stepped: readonly MakerProcess[];
  readonly ends: readonly string[];
};

/**
 * Runs eight processes that make ids of one database of leases. Half-way one is stopped until its lease is over, two are
 * killed, of which one is replaced by one whose clock says what it said when that one began, and three get clocks that
 * step: ahead and back, back, and back by an hour.
 */
export async function runMakers(plan: RunPlan): Promise<RunOutcome> {
  const { leases, folder, idsPerMaker } = plan;
  // As many slots as processes: what one loses, another gets.
  await leases.keepSlots(makers);
  const files: string[] = [];
  const start = (order: Partial<MakerOrder> = {}): MakerProcess => {
    const idsFile = join(folder, `ids-${files.length}`);
    files.push(idsFile);
    const { place: database } = leases;
    const { isForgetful } = plan;
    const usual = { database, idsFile, count: idsPerMaker, ttlMs, startsAt: undefined, steps: [], isForgetful };
    return startMaker({ ...usual, ...order });
  };
  const half = idsPerMaker / 2;
  // These have so much to do that they are at it when the signal comes.
  const [stopped, killed, killedToo] = [start({ count: idsPerMaker * 1.5 }), start(endless), start(endless)];
  const stepped = [
    start({ steps: [step(half, stepMs), step(half + idsPerMaker / 8, 0)] }),
    start({ steps: [step(half, -stepMs)] }),
    start({ steps: [step(half, -3_600_000)] }),
  ];
  const others = [start(), start()];
  const [, replacement] = await Promise.all([
    stopUntilOver(leases, stopped, half),
    killAt(killed, half).then((startsAt) => start({ startsAt })),
    killAt(killedToo, half),
  ]);
  const all = [stopped, killed, killedToo, ...stepped, ...others, replacement];
  const ends = await Promise.all(all.map(({ ended }) => ended));
  return { ...(await countDuplicates(files)), stopped, stepped, ends };
}

const endless = { count: 1e9 };

function step(made: number, byMs: number) {
  return { made, byMs };
}

/** Stops a process at so many ids, and lets it go on when no slot is its own any more. */
async function stopUntilOver(leases: LeaseDatabase, maker: MakerProcess, count: number): Promise<void> {
  await reach(maker, count);
  maker.signal("SIGSTOP");
  await eventually(waitMs, "The end of the stopped lease", async () =>
    (await leases.countHeld(maker.holder)) === 0 ? true : undefined,
  );
  maker.signal("SIGCONT");
}

/** Kills a process at so many ids. @returns When it had its first, in milliseconds since 1970. */
async function killAt(maker: MakerProcess, count: number): Promise<number> {
  await reach(maker, 1);
  const startedAt = Date.now();
  await reach(maker, count);
  maker.signal("SIGKILL");
  await maker.ended;
  return startedAt;
}

async function reach({ made }: MakerProcess, count: number): Promise<void> {
  await eventually(waitMs, `${count} ids of one process`, async () => (made() >= count ? true : undefined));
}
