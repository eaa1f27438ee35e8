import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { sharedDatabase, testStores, type TestStore } from "../program/test-stores.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";

const longUrl = "https://example.com/a-destination-to-keep";

/** What a browser sends when a person follows a link. */
const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "accept-language": "ko-KR,ko;q=0.9,en;q=0.8",
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
} as const;

/** Whoever asks without being a person, or before one. */
const others: readonly (readonly [name: string, method: string, headers: Readonly<Record<string, string>>])[] = [
  [
    "a crawler",
    "GET",
    { ...person, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  ],
  ["a preview", "GET", { ...person, "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }],
  ["a program", "GET", { "user-agent": "curl/8.5.0", accept: "*/*" }],
  ["HEAD", "HEAD", person],
  ["a prefetch", "GET", { ...person, "sec-purpose": "prefetch" }],
  ["a prerender", "GET", { ...person, "sec-purpose": "prefetch;prerender" }],
  ["a prefetch of a forerunner", "GET", { ...person, "x-purpose": "prefetch" }],
];

/** Of a link that several people may open, those who ask ahead of one get nothing that could be kept for later. */
const askingAhead = others.filter(([, , headers]) => "sec-purpose" in headers || "x-purpose" in headers);
const notAhead = others.filter((other) => !askingAhead.includes(other));

/** How many ask at once: half of them at each process. */
const crowd = 200;

describe.each(testStores)("two processes over one $name", ({ open }) => {
  let store: TestStore;
  let programs: readonly Program[] = [];
  let api: LinksApi;

  beforeAll(async () => {
    store = await open();
    programs = [await startProgram(store.options), await startProgram(store.options)];
    api = linksApi(programAt(0).http, programAt(0).admin);
  }, 120_000);

  afterAll(async () => {
    for (const program of programs) await program[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const programAt = (index: number): Program => {
    const program = programs[index % 2];
    if (program === undefined) throw new Error("Both programs run during the tests only.");
    return program;
  };
  const made = async (maxClicks: number) => (await api.mustCreate({ longUrl, maxClicks })).shortCode;
  const follow = (index: number, code: string, method = "GET", headers: Readonly<Record<string, string>> = person) =>
    programAt(index).http.ask(method, `/${code}`, { headers });
  const clicksLeft = async (code: string) => ((await api.get(code)).json() as { clicksLeft: number }).clicksLeft;

  it("let exactly 10 of 200 people through who come at once, with bots in between", async () => {
    const code = await made(10);
    const answers = await Promise.all(
      Array.from({ length: crowd }, async (_, index) => {
        const [, method, headers] = others[index % others.length] ?? ["", "GET", {}];
        const [answer] = await Promise.all([follow(index, code), follow(index + 1, code, method, headers)]);
        return answer;
      }),
    );
    expect(answers.filter(({ locations }) => locations[0] === longUrl)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 302);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([410]));
    const [page] = refused;
    expect(page?.body).toContain("소유자가 허용한 횟수만큼");
    expect(answers.map(({ headers }) => headers["cache-control"])).toEqual(answers.map(() => "no-store"));
    expect((await api.get(code)).json()).toMatchObject({ maxClicks: 10, clicksLeft: 0, state: "spent", version: 1 });
    const late = await follow(1, code, "GET", { ...person, accept: "application/json" });
    expect(late.json()).toMatchObject({ status: 410, code: "LINK_SPENT" });
  });

  it.each(notAhead)("lets %s through while a click is left, and counts nothing", async (_, method, headers) => {
    const code = await made(2);
    for (const index of [0, 1]) {
      const answer = await follow(index, code, method, headers);
      expect([answer.status, answer.locations]).toEqual([302, [longUrl]]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(await clicksLeft(code)).toBe(2);
    await follow(0, code);
    await follow(1, code);
    expect((await follow(0, code, method, headers)).status).toBe(410);
  });

  it.each(askingAhead)("makes the reader of %s ask again, and be counted", async (_, method, headers) => {
    const code = await made(2);
    for (const index of [0, 1]) {
      const ahead = await follow(index, code, method, headers);
      expect([ahead.status, ahead.locations, ahead.body]).toEqual([403, [], ""]);
      expect(ahead.headers["cache-control"]).toBe("no-store");
      expect((await follow(index, code)).locations).toEqual([longUrl]);
    }
    expect(await clicksLeft(code)).toBe(0);
    expect((await follow(0, code, method, headers)).status).toBe(410);
  });

  it.each(others)("does not tell %s where a link leads that opens once", async (name, method, headers) => {
    const code = await made(1);
    for (const index of [0, 1]) {
      const answer = await follow(index, code, method, headers);
      expect(answer.status).toBe(name.startsWith("a pre") && name !== "a preview" ? 403 : 200);
      expect(JSON.stringify([answer.headers, answer.body])).not.toContain("a-destination-to-keep");
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect((await follow(0, code)).locations).toEqual([longUrl]);
    const spent = await follow(1, code, method, headers);
    expect(spent.status).toBe(410);
    expect(JSON.stringify([spent.headers, spent.body])).not.toContain("a-destination-to-keep");
  });

  it("raise and lower what is left for each other at once", async () => {
    const code = await made(1);
    expect((await follow(1, code)).status).toBe(302);
    expect((await follow(0, code)).status).toBe(410);
    expect((await api.edit(code, { maxClicks: 3 })).json()).toMatchObject({ clicksLeft: 2, state: "active" });
    expect((await follow(1, code)).status).toBe(302);
    expect((await api.edit(code, { maxClicks: 2 })).json()).toMatchObject({ clicksLeft: 0, state: "spent" });
    expect((await follow(1, code)).status).toBe(410);
    expect((await api.edit(code, { maxClicks: null })).json()).toMatchObject({ maxClicks: null, clicksLeft: null });
    expect((await follow(1, code)).status).toBe(302);
  });

  it("spend nothing of a link that is switched off or expired", async () => {
    const code = await made(1);
    await api.edit(code, { enabled: false });
    expect((await follow(1, code)).status).toBe(410);
    await api.edit(code, { enabled: true });
    expect(await clicksLeft(code)).toBe(1);
  });
});

describe.each(testStores)("a kill with SIGKILL while people follow a link over $name", ({ open }) => {
  it("lets nobody through twice, before and after it together", async () => {
    await using store = await open();
    const budget = 300;
    const answers: number[] = [];
    let shortCode: string | undefined;
    for (const answersUntilKill of [20, 90]) {
      await using program = await startProgram(store.options);
      const api = linksApi(program.http, program.admin);
      shortCode ??= (await api.mustCreate({ longUrl, maxClicks: budget })).shortCode;
      const before = answers.length;
      const path = `/${shortCode}`;
      const crowdDone = Promise.all(
        Array.from({ length: crowd }, async () => {
          // Whom the kill left without an answer got no destination.
          const answer = await program.http.ask("GET", path, { headers: person }).catch(() => undefined);
          if (answer === undefined) return;
          answers.push(answer.status);
          if (answers.length - before === answersUntilKill) void program.kill();
        }),
      );
      await crowdDone;
    }
    const throughBefore = answers.filter((status) => status === 302).length;
    expect(throughBefore).toBeGreaterThanOrEqual(110);
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const { clicksLeft } = (await api.get(shortCode ?? "")).json() as { clicksLeft: number };
    // A click whose answer was lost is spent.
    expect(throughBefore).toBeLessThanOrEqual(budget - clicksLeft);
    const rest = await Promise.all(
      Array.from({ length: budget }, () => program.http.ask("GET", `/${shortCode}`, { headers: person })),
    );
    expect(rest.filter(({ status }) => status === 302)).toHaveLength(clicksLeft);
    expect(rest.filter(({ status }) => status === 410)).toHaveLength(budget - clicksLeft);
  }, 240_000);
});

describe.skipIf(postgresProgram() === undefined)("a link that memory knows, while PostgreSQL is away", () => {
  it("lets nobody through, spends nothing, and goes on by itself", async () => {
    await using server = await startPostgres();
    await using program = await startProgram({ env: sharedDatabase(server) });
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl, maxClicks: 2 });
    const follow = (headers: Readonly<Record<string, string>> = person) =>
      program.http.ask("GET", `/${shortCode}`, { headers });
    expect((await follow()).locations).toEqual([longUrl]);
    await server.kill();
    for (const headers of [person, { "user-agent": "curl/8.5.0" }, person]) {
      const answer = await follow(headers);
      expect([answer.status, answer.locations]).toEqual([503, []]);
    }
    await server.restart();
    const answer = await eventually(60_000, "An answer of the store", async () => {
      const tried = await follow();
      return tried.status === 503 ? undefined : tried;
    });
    expect(answer.locations).toEqual([longUrl]);
    expect((await follow()).status).toBe(410);
  });
});

describe("several workers", () => {
  it("let exactly as many people through as one process", async () => {
    await using program = await startProgram({ env: { WORKERS: "2" } });
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl, maxClicks: 7 });
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => program.http.ask("GET", `/${shortCode}`, { headers: person })),
    );
    expect(answers.filter(({ locations }) => locations[0] === longUrl)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(crowd - 7);
  }, 120_000);
});
