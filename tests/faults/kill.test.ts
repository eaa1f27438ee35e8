import { describe, expect, it } from "vitest";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

/** When the kill comes, in each round: after so many answers, and a little later, in the middle of the next commit. */
const rounds = [
  { answers: 1, pauseMs: 0 },
  { answers: 2, pauseMs: 1 },
  { answers: 5, pauseMs: 2 },
  { answers: 17, pauseMs: 3 },
  { answers: 40, pauseMs: 0 },
  { answers: 64, pauseMs: 1 },
  { answers: 90, pauseMs: 2 },
  { answers: 130, pauseMs: 3 },
  { answers: 200, pauseMs: 0 },
  { answers: 300, pauseMs: 1 },
] as const;
type Moment = (typeof rounds)[number];

const requestsPerRound = 600;
const connections = 32;

/** One wish for a link, with a destination that no other wish has. */
type Wish = { readonly key: string; readonly longUrl: string };

/** What a wish was answered with; every entry is a promise that the service has made. */
type Ledger = Map<Wish, { readonly body: string; readonly code: string }>;

describe("a kill with SIGKILL in the middle of creating", () => {
  it("loses no link that was acknowledged, makes none up, and leaves repetitions exact", async () => {
    await using folder = await makeTempFolder();
    const ledger: Ledger = new Map();
    const wishes: Wish[] = [];
    let lostAnswers = 0;
    for (const [round, moment] of rounds.entries()) {
      await using program = await startProgram({ dataDir: folder.path });
      const api = linksApi(program.http, program.admin);
      lostAnswers += await expectRecovered(api, wishes, ledger);
      const fresh = wishesOf(round);
      wishes.push(...fresh);
      await createUntilKilled(program, fresh, ledger, moment);
    }
    await using program = await startProgram({ dataDir: folder.path });
    const api = linksApi(program.http, program.admin);
    lostAnswers += await expectRecovered(api, wishes, ledger);
    await expectRepetitionsAreExact(api, ledger);
    // Without lost answers the kills would have come too late to show anything.
    expect(lostAnswers).toBeGreaterThan(rounds.length);
    await program.stop();
  });
});

/** Looks at what a killed program left, then repeats what it did not answer. Gives how much that was. */
async function expectRecovered(api: LinksApi, wishes: readonly Wish[], ledger: Ledger): Promise<number> {
  await expectKept(api, ledger);
  await expectNothingMadeUp(api, wishes, ledger);
  const unanswered = wishes.filter((wish) => !ledger.has(wish));
  await inParallel(connections, unanswered, (wish) => grant(api, wish, ledger));
  await expectOneEach(api, wishes);
  return unanswered.length;
}

function wishesOf(round: number): readonly Wish[] {
  return Array.from({ length: requestsPerRound }, (_, index) => ({
    key: `round-${round}-${index}`,
    longUrl: `https://example.com/round/${round}/${index}?q=%7E+%2B`,
  }));
}

/** The kill is counted in answers and not in time: every run meets the same stages of the work. */
async function createUntilKilled(
  program: Program,
  wishes: readonly Wish[],
  ledger: Ledger,
  moment: Moment,
): Promise<void> {
  const api = linksApi(program.http, program.admin);
  let answers = 0;
  await inParallel(connections, wishes, async (wish) => {
    try {
      await grant(api, wish, ledger);
      answers += 1;
      if (answers === moment.answers) setTimeout(() => program.signal("SIGKILL"), moment.pauseMs);
    } catch (error) {
      if (!isCutConnection(error)) throw error;
    }
  });
  expect(await program.ended).toBe("SIGKILL");
}

async function grant(api: LinksApi, wish: Wish, ledger: Ledger): Promise<void> {
  const answer = await api.create({ longUrl: wish.longUrl }, { "idempotency-key": wish.key });
  if (answer.status !== 201) throw new Error(`Create answered ${answer.status}: ${answer.body}`);
  ledger.set(wish, { body: answer.body, code: (answer.json() as CreatedLink).shortCode });
}

function isCutConnection(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(ECONNRESET|ECONNREFUSED|EPIPE)$/.test(String(error.code));
}

async function expectKept(api: LinksApi, ledger: Ledger): Promise<void> {
  const lost = await inParallel(connections, [...ledger], async ([wish, { code }]) => {
    const { status, locations } = await api.follow(code);
    return status === 302 && locations[0] === wish.longUrl ? [] : [{ wish, code, status, locations }];
  });
  expect(lost.flat()).toEqual([]);
}

async function expectNothingMadeUp(api: LinksApi, wishes: readonly Wish[], ledger: Ledger): Promise<void> {
  const links = await api.listAll();
  const wished = new Set(wishes.map(({ longUrl }) => longUrl));
  expect(links.filter(({ longUrl }) => !wished.has(longUrl))).toEqual([]);
  expect(new Set(links.map(({ longUrl }) => longUrl)).size).toBe(links.length);
  expect(links.length).toBeGreaterThanOrEqual(ledger.size);
}

async function expectOneEach(api: LinksApi, wishes: readonly Wish[]): Promise<void> {
  const found = (await api.listAll()).map(({ longUrl }) => longUrl);
  expect(found.sort()).toEqual(wishes.map(({ longUrl }) => longUrl).sort());
}

async function expectRepetitionsAreExact(api: LinksApi, ledger: Ledger): Promise<void> {
  const changed = await inParallel(connections, [...ledger], async ([wish, { body }]) => {
    const again = await api.create({ longUrl: wish.longUrl }, { "idempotency-key": wish.key });
    return again.body === body ? [] : [{ wish, body, again: again.body }];
  });
  expect(changed.flat()).toEqual([]);
}
