import { join } from "node:path";
import { eventually } from "../../program/deadline.ts";
import { countDuplicates, type Count } from "./count-duplicates.ts";
import type { LeaseDatabase } from "./lease-database.ts";
import { startMaker, type MakerProcess } from "./maker-process.ts";
import type { MakerOrder } from "./maker.ts";

export const makers = 8;
const ttlMs = 1_000;
const waitMs = 300_000;
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
 * step: ahead and back, back, and back by an hour. None of them outlives a run that fails.
 */
export async function runMakers(plan: RunPlan): Promise<RunOutcome> {
  const { leases, idsPerMaker } = plan;
  // As many slots as processes: what one loses, another gets.
  await leases.keepSlots(makers);
  await using crew = openCrew(plan);
  const { start } = crew;
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
  return { ...(await countDuplicates(crew.files)), stopped, stepped, ends };
}

/** The processes of one run. Disposing ends those that are still at work. */
type Crew = AsyncDisposable & {
  /** What the order does not say is as usual. @throws {Error} When the run is over. */
  readonly start: (order?: Partial<MakerOrder>) => MakerProcess;
  /** Where their ids are. */
  readonly files: readonly string[];
};

function openCrew({ leases: { place: database }, folder, idsPerMaker, isForgetful }: RunPlan): Crew {
  const processes = new AsyncDisposableStack();
  const files: string[] = [];
  const usual = { database, count: idsPerMaker, ttlMs, startsAt: undefined, steps: [], isForgetful };
  return {
    files,
    start(order = {}) {
      // Else one could be started in the place of another that ends because the run does.
      if (processes.disposed) throw new Error("The run is over; no further process is started.");
      const idsFile = join(folder, `ids-${files.length}`);
      files.push(idsFile);
      return processes.use(startMaker({ ...usual, idsFile, ...order }));
    },
    [Symbol.asyncDispose]: () => processes.disposeAsync(),
  };
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

/** @throws {Error} When it ends before. */
async function reach(maker: MakerProcess, count: number): Promise<void> {
  await eventually(waitMs, `${count} ids of one process`, async () => {
    if (maker.made() >= count) return true;
    if (!maker.isRunning()) throw new Error(`A process ended after ${maker.made()} of ${count} ids.`);
    return undefined;
  });
}
