import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { askAfresh } from "../program/ask-afresh.ts";
import { eventually, within } from "../program/deadline.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { isAlive, workerPids } from "../program/worker-pids.ts";
import { beginCreate } from "./workers/begin-create.ts";
import { startLoad } from "./workers/start-load.ts";

const start = (env: Readonly<Record<string, string>> = {}, dataDir?: string) =>
  startProgram({ env: { WORKERS: "3", ...env }, ...(dataDir === undefined ? {} : { dataDir }) });

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Until every worker is there and ready. */
const allReady = (program: Program) =>
  eventually(90_000, "That all workers are ready", async () => {
    // It may be asked on a connection to one that was killed a moment ago.
    const ready = await readMetric(program, "narrows_workers", { state: "ready" }).catch(() => undefined);
    return ready === 3 ? true : undefined;
  });

const isGone = (pids: readonly number[]) =>
  eventually(60_000, "The end of every worker", async () => (pids.some(isAlive) ? undefined : true));

describe("a worker that is killed while it creates", () => {
  it("takes nothing along that was acknowledged, nor any other worker, and is started again", async () => {
    await using program = await start();
    const api = linksApi(program.http, program.admin);
    const victims = workerPids(program);
    let cut = 0;
    const made = await inParallel(24, times(900), async (index) => {
      // Not the third one: how long the others take to come back is the machine's affair.
      const victim = [200, 500].indexOf(index);
      if (victim >= 0) process.kill(victims[victim] ?? 0, "SIGKILL");
      const longUrl = `https://example.com/${index}`;
      const answer = await api.create({ longUrl }).catch(() => undefined);
      if (answer === undefined) cut += 1;
      return answer?.status === 201 ? [[(answer.json() as CreatedLink).shortCode, longUrl] as const] : [];
    });
    const kept = await inParallel(
      24,
      made.flat(),
      async ([code, longUrl]) => (await api.follow(code)).locations[0] === longUrl,
    );
    expect(kept.filter((isKept) => !isKept)).toEqual([]);
    // Only what was on the connections of those that were killed: 24 lanes, 2 kills.
    expect(cut).toBeLessThanOrEqual(48);
    expect(made.flat().length + cut).toBe(900);
    await allReady(program);
    expect(await readMetric(program, "narrows_worker_deaths_total")).toBe(2);
    expect(await readMetric(program, "narrows_sqlite_writer_restarts_total")).toBe(0);
    await program.stop();
  });

  it("leaves sums that never go down", async () => {
    await using program = await start();
    const follow = () => inParallel(12, times(120), () => askAfresh(program.origin, "/no-such-code"));
    await follow();
    expect(await readMetric(program, "narrows_redirects_total", { status: "404" })).toBe(120);
    for (const pid of workerPids(program)) process.kill(pid, "SIGKILL");
    await eventually(60_000, "The deaths", async () => {
      const deaths = await readMetric(program, "narrows_worker_deaths_total").catch(() => 0);
      return deaths === 3 ? true : undefined;
    });
    await allReady(program);
    await follow();
    expect(await readMetric(program, "narrows_redirects_total", { status: "404" })).toBe(240);
    await program.stop();
  });
});

describe("a worker that hangs", () => {
  it("is ended and replaced, and all are ready again", async () => {
    await using program = await start();
    const [first = 0] = workerPids(program);
    process.kill(first, "SIGSTOP");
    await eventually(90_000, "The end of the one that hangs", async () => (isAlive(first) ? undefined : true));
    await allReady(program);
    expect((await askAfresh(program.origin, "/readyz")).status).toBe(200);
    expect(await readMetric(program, "narrows_worker_hangs_total")).toBe(1);
    expect(program.output()).toContain("A worker does not answer any more; ending it.");
    await program.stop();
  });
});

describe("a primary that is killed", () => {
  it("leaves no worker behind, keeps what was acknowledged, and can be started again at once", async () => {
    await using folder = await makeTempFolder();
    const codes: string[] = [];
    {
      await using program = await start({}, folder.path);
      const workers = workerPids(program);
      expect(workers).toHaveLength(3);
      const api = linksApi(program.http, program.admin);
      await inParallel(16, times(400), async (index) => {
        if (index === 200) program.signal("SIGKILL");
        const answer = await api.create({ longUrl: "https://example.com/" }).catch(() => undefined);
        if (answer?.status === 201) codes.push((answer.json() as CreatedLink).shortCode);
      });
      program.http.close();
      await isGone(workers);
    }
    await using again = await start({}, folder.path);
    const api = linksApi(again.http, again.admin);
    const statuses = await inParallel(16, codes, async (code) => (await api.follow(code)).status);
    expect(codes.length).toBeGreaterThan(100);
    expect(new Set(statuses)).toEqual(new Set([302]));
    await again.stop();
  });
});

describe("a primary that hangs, and the writer with it", () => {
  it("leaves open what became of a create, keeps no redirect, and everything goes on when it wakes up", async () => {
    await using program = await start();
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: "https://example.com/", alias: "steady" });
    program.signal("SIGSTOP");
    const unknown = await api.create({ longUrl: "https://example.com/", alias: "doubtful" });
    expect(unknown.json()).toMatchObject({ status: 503, code: "STORE_OUTCOME_UNKNOWN" });
    expect((await api.follow("steady")).status).toBe(302);
    expect((await program.http.ask("GET", "/readyz")).status).toBe(503);
    program.signal("SIGCONT");
    await eventually(60_000, "Readiness", async () =>
      (await program.http.ask("GET", "/readyz")).status === 200 ? true : undefined,
    );
    await api.mustCreate({ longUrl: "https://example.com/" });
    await program.stop();
  });
});

describe("SIGHUP", () => {
  it("replaces every worker without a failed request, on kept connections and on new ones", async () => {
    await using program = await start({ STOP_DEADLINE: "3s" });
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: "https://example.com/", alias: "steady" });
    const before = workerPids(program);
    await using load = startLoad(program);
    await load.more(10);
    program.signal("SIGHUP");
    await eventually(60_000, "The replacement", async () =>
      program.output().includes("The workers are replaced.") ? true : undefined,
    );
    await load.more(10);
    expect(await load.stop()).toEqual([]);
    const after = workerPids(program);
    expect(after).toHaveLength(3);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    await program.stop();
  });

  it("leaves the old workers where new ones cannot start, and says why", async () => {
    await using folder = await makeTempFolder();
    const blocklist = `${folder.path}/blocklist`;
    await writeFile(blocklist, "bad.example\n");
    await using program = await start({ BLOCKLIST_FILE: blocklist });
    const api = linksApi(program.http, program.admin);
    const before = workerPids(program);
    await rm(blocklist);
    program.signal("SIGHUP");
    await eventually(90_000, "The refusal", async () =>
      program.output().includes("A new worker cannot start") ? true : undefined,
    );
    expect(program.output()).toContain("BLOCKLIST_FILE");
    expect(workerPids(program)).toEqual(before);
    expect((await api.create({ longUrl: "https://bad.example/" })).status).toBe(422);
    await writeFile(blocklist, "other.example\n");
    program.signal("SIGHUP");
    await eventually(60_000, "The replacement", async () =>
      program.output().includes("The workers are replaced.") ? true : undefined,
    );
    expect((await api.create({ longUrl: "https://bad.example/" })).status).toBe(201);
    expect((await api.create({ longUrl: "https://other.example/" })).status).toBe(422);
    await program.stop();
  });
});

describe("the end of all workers", () => {
  it("lets what is in flight finish, and leaves nobody behind", async () => {
    await using program = await start();
    const workers = workerPids(program);
    const creates = await inParallel(24, times(24), (index) => beginCreate(program, `https://example.com/${index}`));
    program.signal("SIGTERM");
    await eventually(60_000, "The stopping", async () => (program.output().includes("Stopping.") ? true : undefined));
    const statuses = await Promise.all(creates.map((finish) => finish()));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await within(60_000, "The end", program.ended)).toBe(0);
    await isGone(workers);
  });

  it("comes at once with a second signal", async () => {
    await using program = await start({ STOP_DEADLINE: "600s" });
    const workers = workerPids(program);
    // A request that never comes to its end keeps the drain waiting.
    const held = connect(program.port, "127.0.0.1");
    held.on("error", () => undefined).write("POST /v1/urls HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n");
    await eventually(60_000, "The connection", async () =>
      (await readMetric(program, "narrows_connections")) >= 2 ? true : undefined,
    );
    program.signal("SIGTERM");
    await eventually(60_000, "The stopping", async () => (program.output().includes("Stopping.") ? true : undefined));
    // Within a second of the first it would be taken for the same one.
    await wait(1_500);
    program.signal("SIGTERM");
    expect(await within(60_000, "The end", program.ended)).toBe(1);
    await isGone(workers);
    held.destroy();
  });

  it.each([
    ["the port", async () => ({}), "is in use by another program"],
    ["the database", makeForeignFile, "is not an SQLite database"],
  ] as const)("comes with the reason when %s is at fault, said once", async (_, prepare, reason) => {
    await using other = await start();
    await using folder = await makeTempFolder();
    const env = { PORT: String(other.port), ...(await prepare(folder.path)) };
    const said = await start(env, folder.path).then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(said).toContain("ended with 2");
    expect(said.split(reason)).toHaveLength(2);
    expect(said).not.toContain("did not stop properly");
    await other.stop();
  });
});

async function makeForeignFile(dataDir: string): Promise<Readonly<Record<string, string>>> {
  await writeFile(`${dataDir}/narrows.db`, "no database, and longer than the header of one: ".repeat(100));
  return { PORT: "0" };
}
