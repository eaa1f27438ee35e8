import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { askAfresh } from "../program/ask-afresh.ts";
import { openHttpClient } from "../program/http-client.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { workerPids } from "../program/worker-pids.ts";

const workers = 4;
const start = (env: Readonly<Record<string, string>> = {}) =>
  startProgram({ env: { WORKERS: String(workers), ...env } });

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe("several workers behind one port", () => {
  it("show with one page what all of them have counted", async () => {
    await using program = await start();
    const api = linksApi(program.http, program.admin);
    const links = await inParallel(16, times(60), (index) =>
      api.mustCreate({ longUrl: `https://example.com/${index}` }),
    );
    const follow = (index: number) => askAfresh(program.origin, `/${links[index % links.length]?.shortCode ?? ""}`);
    const answers = await inParallel(16, times(400), follow);
    expect(answers.filter(({ status }) => status !== 302)).toEqual([]);
    const created = { method: "POST", route: "/v1/urls", status: "201" };
    expect(await readMetric(program, "narrows_redirects_total", { status: "302" })).toBe(400);
    expect(await readMetric(program, "narrows_redirect_duration_seconds_count")).toBe(400);
    expect(await readMetric(program, "narrows_api_requests_total", created)).toBe(60);
    expect(await readMetric(program, "narrows_sqlite_commands_total")).toBeGreaterThanOrEqual(60);
    expect(await readMetric(program, "narrows_workers", { state: "ready" })).toBe(workers);
    for (const process of ["primary", "1", "2", "3", "4"]) {
      expect(await readMetric(program, "process_resident_memory_bytes", { process })).toBeGreaterThan(0);
    }
    await program.stop();
  });

  it("announce themselves once, and say in the log which of them it was", async () => {
    await using program = await start();
    const api = linksApi(program.http, program.admin);
    await inParallel(16, times(64), () => api.mustCreate({ longUrl: "https://example.com/" }));
    await program.stop();
    const lines = program.output().trim().split("\n");
    expect(lines.filter((line) => line.includes("Narrows answers at"))).toHaveLength(1);
    const numbers = lines.map((line) => (JSON.parse(line) as { readonly worker?: number }).worker);
    expect(new Set(numbers)).toEqual(new Set([undefined, 1, 2, 3, 4]));
  });

  it("follow an edit through one of them from its answer on, all of them", async () => {
    await using program = await start();
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: "https://example.com/0", alias: "edited" });
    const look = () => inParallel(8, times(24), () => askAfresh(program.origin, "/edited"));
    await look();
    for (const edit of times(5)) {
      const longUrl = `https://example.com/${edit + 1}`;
      expect((await api.edit("edited", { longUrl })).status).toBe(200);
      expect(new Set((await look()).map(({ to }) => to))).toEqual(new Set([longUrl]));
    }
    await program.stop();
  });

  it("double no number of the strategy that counts, also when one of them is killed", async () => {
    await using program = await start({ CODE_STRATEGY: "sequence" });
    const api = linksApi(program.http, program.admin);
    const [victim] = workerPids(program);
    const codes = await inParallel(16, times(600), async (index) => {
      if (index === 300) process.kill(victim ?? 0, "SIGKILL");
      const answer = await api.create({ longUrl: "https://example.com/" }).catch(() => undefined);
      return answer?.status === 201 ? (answer.json() as CreatedLink).shortCode : undefined;
    });
    const made = codes.filter((code) => code !== undefined);
    expect(made.length).toBeGreaterThan(500);
    expect(new Set(made).size).toBe(made.length);
    expect((await api.listAll()).length).toBeGreaterThanOrEqual(made.length);
    await program.stop();
  });

  it("have one count for each limit, whichever of them is asked", async () => {
    await using folder = await makeTempFolder();
    const policies = `${folder.path}/policies.yaml`;
    const row = "{ name: few, for: create, per: key, algorithm: fixed-window, limit: 20, window: 1d }";
    await writeFile(policies, `policies:\n  - ${row}\n`);
    await using program = await start({ POLICIES_FILE: policies });
    const statuses = await inParallel(16, times(60), () => createAfresh(program));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    const refused = { purpose: "create", outcome: "refused" };
    expect(await readMetric(program, "narrows_limit_decisions_total", refused)).toBe(40);
    await program.stop();
  });

  it("leave one process as it was", async () => {
    await using program = await startProgram();
    expect(workerPids(program)).toEqual([]);
    program.signal("SIGHUP");
    expect((await program.http.ask("GET", "/readyz")).status).toBe(200);
    await program.stop();
    expect(program.output()).toContain("SIGHUP replaces nothing with WORKERS=1");
  });
});

/** Over a connection of its own. */
async function createAfresh({ origin, admin }: Program): Promise<number> {
  const http = openHttpClient(origin);
  const { status } = await linksApi(http, admin).create({ longUrl: "https://example.com/" });
  http.close();
  return status;
}
