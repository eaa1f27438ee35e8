import { fileURLToPath } from "node:url";
import { formatClick } from "@narrows/clicks";
import { newClick } from "@narrows/clicks/testing";
import { eventually } from "../../program/deadline.ts";
import { startProgram, type Program } from "../../program/program.ts";
import type { LedgerPlace } from "./ledger-places.ts";
import { readBooks, untilDead, untilLogged, type Books } from "./ledger.ts";
import { followNumbered, startFollowing, type Followed } from "./numbered-redirects.ts";
import { createLink, dayMs } from "./served-clicks.ts";

export const ledgerLink = "ledger";
const shiftedClock = fileURLToPath(new URL("shifted-clock.js", import.meta.url));
const patienceMs = 60_000;
const redirects = 300;
/** More than any machine answers before it is killed. */
const endless = 100_000;

/** What the first life of a service has left, in which it had a fault. */
export type FirstLife = Followed & {
  /** The last that it said. */
  readonly books: Books;
  /** `utmTerm` of clicks that somebody else put into the log. */
  readonly foreign: readonly string[];
};

type FaultRow = {
  readonly name: string;
  readonly isKilled: boolean;
  readonly live: (place: LedgerPlace, dataDir: string) => Promise<FirstLife>;
};

export const ledgerFaults: readonly FaultRow[] = [
  { name: "is stopped in good order", isKilled: false, live: (place, dataDir) => liveWell(place, dataDir) },
  { name: "is killed under load", isKilled: true, live: liveShort },
  { name: "finds a record that is no click", isKilled: false, live: liveWithPoison },
  {
    name: "has a clock that is a day ahead",
    isKilled: false,
    live: (place, dataDir) => liveWell(place, dataDir, dayMs),
  },
];

async function liveWell({ env }: LedgerPlace, dataDir: string, shiftMs = 0): Promise<FirstLife> {
  const shifted = { ...env, CLOCK_SHIFT_MS: String(shiftMs) };
  await using program = await startProgram({ dataDir, env: shifted, nodeOptions: ["--import", shiftedClock] });
  await createLink(program, ledgerLink);
  const followed = await followNumbered(program, ledgerLink, 0, redirects);
  return { ...followed, books: await stopWhenLogged(program), foreign: [] };
}

/** The kill comes with the answer that tells of its books. */
async function liveShort({ env }: LedgerPlace, dataDir: string): Promise<FirstLife> {
  await using program = await startProgram({ dataDir, env });
  await createLink(program, ledgerLink);
  const { followed, end } = startFollowing(program, ledgerLink, { first: 0, count: endless });
  const books = await untilTaken(program, redirects);
  program.signal("SIGKILL");
  const { sent } = followed;
  await end;
  await program.kill();
  return { ...followed, sent, books, foreign: [] };
}

async function liveWithPoison(place: LedgerPlace, dataDir: string): Promise<FirstLife> {
  await using program = await startProgram({ dataDir, env: place.env });
  await createLink(program, ledgerLink);
  const { followed, end } = startFollowing(program, ledgerLink, { first: 0, count: redirects });
  await untilTaken(program, 1);
  const foreign = ["before", "after"];
  const [before = "", after = ""] = foreign.map(foreignClick);
  await place.plant(dataDir, [before, "no click", after]);
  await end;
  await untilDead(program, 1);
  return { ...followed, books: await stopWhenLogged(program), foreign };
}

/** Waits until the log has taken so many. */
function untilTaken(program: Program, clicks: number): Promise<Books> {
  return eventually(patienceMs, "Clicks that the log has taken", async () => {
    const books = await readBooks(program);
    return books.logged >= clicks ? books : undefined;
  });
}

function foreignClick(utmTerm: string): string {
  return formatClick(newClick({ code: ledgerLink, at: Date.now(), language: "ko-KR", utmTerm }));
}

async function stopWhenLogged(program: Program): Promise<Books> {
  const books = await untilLogged(program);
  await program.stop();
  return books;
}
