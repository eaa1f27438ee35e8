import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { awayFromMidnight } from "../program/away-from-midnight.ts";
import { eventually } from "../program/deadline.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi } from "../program/links-api.ts";
import { childEnvironment, narrowsPath } from "../program/narrows-path.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { testStores } from "../program/test-stores.ts";
import { endChild, keepTrackOf } from "../services/child-processes.ts";

const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "accept-language": "ko-KR,ko;q=0.9,en;q=0.8",
} as const;
const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const readers = [
  ...Array.from({ length: 200 }, () => ({ method: "GET", headers: person })),
  ...Array.from({ length: 30 }, () => ({ method: "GET", headers: { ...person, "user-agent": crawler } })),
  ...Array.from({ length: 20 }, () => ({ method: "HEAD", headers: person })),
];
const each = { human: 200, bot: 30, preview: 0, prefetch: 0, head: 20 };
const twice = { human: 400, bot: 60, preview: 0, prefetch: 0, head: 40 };

type Stats = { readonly byClass: Readonly<Record<string, number>>; readonly visitors: number };

async function followWith(programs: readonly Program[], code: string): Promise<void> {
  await inParallel(16, readers, async ({ method, headers }, index) => {
    const answer = await programs[index % programs.length]?.http.ask(method, `/${code}`, { headers });
    expect(answer?.status).toBe(302);
  });
}

async function statsOf({ http, admin }: Program, code: string): Promise<Stats> {
  const answer = await http.ask("GET", `/v1/urls/${code}/stats`, { headers: admin });
  if (answer.status !== 200) throw new Error(`Stats answered ${answer.status}: ${answer.body}`);
  return answer.json() as Stats;
}

/** Until all are counted that were ever followed; more than these would be seen, too. */
async function counted(program: Program, code: string, expected: Stats["byClass"]): Promise<Stats> {
  return eventually(60_000, `The count of ${code}`, async () => {
    const stats = await statsOf(program, code).catch(() => undefined);
    const total = Object.values(stats?.byClass ?? {}).reduce((sum, count) => sum + count, 0);
    return total >= Object.values(expected).reduce((sum, count) => sum + count, 0) ? stats : undefined;
  });
}

describe.each(testStores)("clicks of two processes over one $name", ({ open }) => {
  it("are counted each once, also after both were ended and started again", { timeout: 240_000 }, async () => {
    await awayFromMidnight();
    await using stack = new AsyncDisposableStack();
    const store = stack.use(await open());
    const startOne = async () => stack.use(await startProgram(store.options));
    const start = () => Promise.all([startOne(), startOne()]);
    const before = await start();
    await linksApi(before[0].http, before[0].admin).mustCreate({ longUrl: "https://example.com/", alias: "both" });
    await followWith(before, "both");
    expect(await counted(before[1], "both", each)).toMatchObject({ byClass: each });
    await Promise.all(before.map((program) => program.stop()));

    const after = await start();
    await followWith(after, "both");
    // One reader, whichever process he came to.
    expect(await counted(after[0], "both", twice)).toMatchObject({ byClass: twice, visitors: 1 });
    await Promise.all(after.map((program) => program.stop()));
  });
});

describe("clicks", () => {
  it("of several workers are counted by one of them", { timeout: 240_000 }, async () => {
    await awayFromMidnight();
    await using program = await startProgram({ env: { WORKERS: "2" } });
    await linksApi(program.http, program.admin).mustCreate({ longUrl: "https://example.com/", alias: "shared" });
    await followWith([program], "shared");
    expect(await counted(program, "shared", each)).toMatchObject({ byClass: each, visitors: 1 });
    await program.stop();
  });

  it("wait for a process of its own that counts, where the service does not", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram({ dataDir: folder.path, env: { CLICK_WRITER: "off" } });
    await linksApi(program.http, program.admin).mustCreate({ longUrl: "https://example.com/", alias: "apart" });
    await followWith([program], "apart");
    expect((await statsOf(program, "apart")).byClass).toEqual({ human: 0, bot: 0, preview: 0, prefetch: 0, head: 0 });
    const writer = startWriter(folder.path);
    onTestFinished(() => endChild(writer, "SIGKILL"));
    expect((await counted(program, "apart", each)).byClass).toEqual(each);
    writer.kill("SIGTERM");
    expect(await once(writer, "close")).toEqual([0, null]);
    await program.stop();
  });

  it("that were logged when everything was killed are counted after the next start, each once", async () => {
    await using folder = await makeTempFolder();
    const options = { dataDir: folder.path } as const;
    await using first = await startProgram(options);
    await linksApi(first.http, first.admin).mustCreate({ longUrl: "https://example.com/", alias: "killed" });
    await followWith([first], "killed");
    await eventually(30_000, "The log", async () => {
      const { body } = await first.http.ask("GET", "/metrics", { headers: first.admin });
      return /^narrows_clicks_logged_total 250$/m.test(body) ? true : undefined;
    });
    await first.kill();

    await using second = await startProgram(options);
    await counted(second, "killed", each);
    await followWith([second], "killed");
    expect((await counted(second, "killed", twice)).byClass).toEqual(twice);
    await second.stop();
  });

  it("are neither kept nor counted with CLICKS=off, and redirects go on", async () => {
    await using program = await startProgram({ env: { CLICKS: "off" } });
    await linksApi(program.http, program.admin).mustCreate({ longUrl: "https://example.com/", alias: "off" });
    await followWith([program], "off");
    const answer = await program.http.ask("GET", "/v1/urls/off/stats", { headers: program.admin });
    expect([answer.status, answer.body]).toEqual([404, expect.stringContaining("CLICKS_OFF")]);
    await program.stop();
  });
});

function startWriter(dataDir: string) {
  const env = childEnvironment({ DATA_DIR: dataDir });
  return keepTrackOf(spawn(process.execPath, [narrowsPath, "click-writer"], { env, stdio: "ignore" }));
}
