import { openPostgres } from "@narrows/links/postgres";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import type { Answer } from "../program/http-client.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { redisProgram, startRedis, type RedisServer } from "../services/redis-server.ts";
import { destinationOf } from "./changes/followers.ts";
import { followHotly, type HotFollowers } from "./changes/hot-followers.ts";
import { unheardIn, untilHeard } from "./changes/until-heard.ts";

const anyone = { ownerId: undefined, domain: undefined };
const processCount = 4;
/** So many are asked for; a machine that can answer fewer is asked as fast as it answers. */
const perSecond = 3_000;
const changes = 20;
/** Between two changes; tens of thousands together. */
const redirectsPerChange = 2_000;

/** One hot link on four processes. */
type Installation = AsyncDisposable & {
  readonly followers: HotFollowers;
  readonly code: string;
  readonly programs: readonly Program[];
  /** Of PostgreSQL; "" over SQLite. */
  readonly databaseUrl: string;
  readonly redis: RedisServer | undefined;
  /** Changes the link for the time of this number, through one process after the other, or through that of this number. */
  edit(change: number, through?: number): Promise<Answer>;
  /** Deletes the link through the last process. */
  end(): Promise<Answer>;
};

async function openOverPostgres(hasRedis: boolean): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const redis = hasRedis ? stack.use(await startRedis()) : undefined;
  const env = {
    ...sharedDatabase(server),
    ...(redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
  };
  const programs: Program[] = [];
  for (let node = 0; node < processCount; node += 1) programs.push(stack.use(await startProgram({ env })));
  return await openOn(stack.move(), programs, { databaseUrl: server.url, redis });
}

async function openOverWorkers(): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const program = stack.use(await startProgram({ env: { WORKERS: String(processCount) } }));
  // Connections to the one port are dealt out in turn, so a number of them that they all share evenly are with all.
  return await openOn(stack.move(), Array<Program>(processCount).fill(program), { databaseUrl: "", redis: undefined });
}

async function openOn(
  owned: AsyncDisposableStack,
  programs: readonly Program[],
  beside: Pick<Installation, "databaseUrl" | "redis">,
): Promise<Installation> {
  await using stack = owned;
  const apis = programs.map(({ http, admin }) => linksApi(http, admin));
  const api = (turn: number): LinksApi => {
    const found = apis[turn % apis.length];
    if (found === undefined) throw new Error("There is no process.");
    return found;
  };
  const { shortCode: code } = await api(0).mustCreate({ longUrl: destinationOf(0) });
  await eventually(60_000, "That every process hears every other", async () =>
    (await api(0).edit(code, { longUrl: destinationOf(0) })).headers["narrows-unheard"] === undefined
      ? true
      : undefined,
  );
  const ports = programs.map(({ port }) => port);
  const load = { ports, path: `/${code}`, connectionsPerPort: 4, perSecond, mayEnd: true };
  const followers = stack.use(await followHotly(load));
  await followers.more(redirectsPerChange);
  const opened = stack.move();
  return {
    followers,
    code,
    programs,
    ...beside,
    end: () => api(processCount - 1).delete(code),
    edit: (change, through = change - 1) => api(through).edit(code, { longUrl: destinationOf(change) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Edits the link once. */
async function editOnce({ followers, edit }: Installation, change: number, through?: number): Promise<Answer> {
  const answer = await edit(change, through);
  followers.answered(change);
  expect(answer.status).toBe(200);
  await followers.more(redirectsPerChange);
  expect(followers.ends()).toBe(0);
  return answer;
}

/** Edits the link again and again. */
async function editAll(installation: Installation): Promise<void> {
  await untilHeard({ changes, heard: changes / 2 + 1 }, (round) => editOnce(installation, round + 1));
}

/** Deletes the link, which was edited before, so that its redirects tell of which time they are. */
async function endOnce(installation: Installation): Promise<number> {
  const { followers, end } = installation;
  await editOnce(installation, 1);
  const { status } = await end();
  followers.answered(2);
  await followers.untilEnds(redirectsPerChange);
  return status;
}

/** That nobody was led to where the link led before, although many were led. */
function expectNobodyMisled({ followers }: Installation): void {
  expect(followers.old()).toEqual([]);
  expect(followers.failures()).toEqual([]);
}

/** Has a change made by nobody who waits until all follow it. @returns How long redirects led to the old destination. */
async function changeInSilence({ followers, code, databaseUrl }: Installation, change: number, isDeletion: boolean) {
  const { links, close } = await openPostgres({ url: databaseUrl });
  const made = { key: { domain: "", code }, guard: anyone, now: Date.now() };
  const patch = { destination: destinationOf(change) };
  const { kind } = isDeletion ? await links.delete(made) : await links.edit({ ...made, patch });
  followers.answered(change);
  expect(kind).toBe("changed");
  await (isDeletion ? followers.untilEnds(redirectsPerChange) : followers.more(redirectsPerChange));
  await close();
  return followers.old();
}

const setUps = [
  { name: "4 processes over PostgreSQL and the bus of Redis", open: () => openOverPostgres(true), needsRedis: true },
  { name: "4 processes over PostgreSQL and its own bus", open: () => openOverPostgres(false), needsRedis: false },
];

describe.skipIf(postgresProgram() === undefined)("a hot link that 3,000 visitors a second ask for", () => {
  for (const { name, open, needsRedis } of setUps) {
    it.skipIf(needsRedis && redisProgram() === undefined)(
      `leads nobody to the old destination who asks after the answer to its edit, on ${name}`,
      async () => {
        await using installation = await open();
        await editAll(installation);
        expectNobodyMisled(installation);
        expect(installation.followers.redirects()).toBeGreaterThan(changes * redirectsPerChange);
      },
    );

    it.skipIf(needsRedis && redisProgram() === undefined)(
      `leads nobody anywhere who asks after the answer to its deletion, on ${name}`,
      async () => {
        await using installation = await open();
        expect(await endOnce(installation)).toBe(204);
        expectNobodyMisled(installation);
      },
    );
  }

  it.skipIf(redisProgram() === undefined)(
    "leads nobody to the old destination while Redis hangs, or when it goes on",
    async () => {
      await using installation = await openOverPostgres(true);
      const { redis } = installation;
      redis?.signal("SIGSTOP");
      for (let change = 1; change <= 3; change += 1) {
        expect(unheardIn(await editOnce(installation, change))).toContain("*");
      }
      redis?.signal("SIGCONT");
      for (let change = 4; change <= 6; change += 1) await editOnce(installation, change);
      expectNobodyMisled(installation);
    },
  );

  it("leads nobody to the old destination while a process hangs, or when it goes on with what it was asked meanwhile", async () => {
    await using installation = await openOverPostgres(false);
    const { programs } = installation;
    const last = processCount - 1;
    let change = 0;
    const editThrough = (process: number) => editOnce(installation, (change += 1), process);
    // On a busy machine a second may pass before the edit, and nobody waits for it any more: once more then.
    await eventually(60_000, "An answer that names the one that hangs", async () => {
      programs[last]?.signal("SIGSTOP");
      if (unheardIn(await editThrough(0)) !== "") return true;
      programs[last]?.signal("SIGCONT");
      await editThrough(last);
      return undefined;
    });
    for (const process of [1, 2]) await editThrough(process);
    programs[last]?.signal("SIGCONT");
    for (const process of [last, 0, 1, 2]) await editThrough(process);
    const { followers } = installation;
    expect({ old: followers.old(), failures: followers.failures() }).toEqual({ old: [], failures: [] });
  });

  // The processes look at the log of changes by themselves, and on a busy machine all of them may before anybody asks.
  it("would be seen to lead to the old destination if a change did not wait until all follow it", async () => {
    await using installation = await openOverPostgres(false);
    let change = 0;
    const [first] = await eventually(60_000, "A redirect to the old destination", async () => {
      const old = await changeInSilence(installation, (change += 1), false);
      return old.length > 0 ? old : undefined;
    });
    expect(first).toEqual({ change, forMs: expect.any(Number) });
  });

  it("would be seen to lead to the old destination if a deletion did not wait until all follow it", async () => {
    const old = await eventually(60_000, "A redirect to the old destination", async () => {
      await using installation = await openOverPostgres(false);
      const seen = await changeInSilence(installation, 1, true);
      return seen.length > 0 ? seen : undefined;
    });
    expect(old).toEqual([{ change: 1, forMs: expect.any(Number) }]);
  });
});

describe("a hot link that 3,000 visitors a second ask for, on 4 workers of one port", () => {
  it("leads nobody to the old destination who asks after the answer to its edit", async () => {
    await using installation = await openOverWorkers();
    await editAll(installation);
    expectNobodyMisled(installation);
    expect(installation.followers.redirects()).toBeGreaterThan(changes * redirectsPerChange);
  });

  it("leads nobody anywhere who asks after the answer to its deletion", async () => {
    await using installation = await openOverWorkers();
    expect(await endOnce(installation)).toBe(204);
    expectNobodyMisled(installation);
  });
});
