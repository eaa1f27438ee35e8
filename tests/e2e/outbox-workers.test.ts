import { describe, expect, it } from "vitest";
import { openSession } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { workerPids } from "../program/worker-pids.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";

const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "accept-language": "ko-KR,ko;q=0.9,en;q=0.8",
} as const;
const visits = 200;
const patienceMs = 60_000;

async function follow({ http }: Program): Promise<void> {
  await inParallel(16, Array.from({ length: visits }), async () => {
    expect((await http.ask("GET", "/paid", { headers: person })).status).toBe(302);
  });
}

/** Until so many are counted; more would be seen, too. */
function counted({ http, admin }: Program, atLeast: number): Promise<number> {
  return eventually(patienceMs, "The count", async () => {
    // Workers that have just begun do not listen yet.
    const answer = await http.ask("GET", "/v1/urls/paid/stats", { headers: admin }).catch(() => undefined);
    const { byClass } = (answer?.json() ?? {}) as { readonly byClass?: { readonly human: number } };
    return byClass !== undefined && byClass.human >= atLeast ? byClass.human : undefined;
  });
}

describe.skipIf(postgresProgram() === undefined)("workers with an outbox", () => {
  it("count each click once that was in their spools when they were killed", { timeout: 6 * patienceMs }, async () => {
    await using server = await startPostgres();
    const env = { DATABASE_URL: server.url, CLICKS: "outbox", WORKERS: "2" };
    await using program = await startProgram({ env, startDeadlineMs: patienceMs });
    await linksApi(program.http, program.admin).mustCreate({ longUrl: "https://example.com/", alias: "paid" });
    await follow(program);
    expect(await counted(program, visits)).toBe(visits);

    await using holder = openSession(server.url);
    await holder.run("BEGIN");
    await holder.run("LOCK TABLE narrows_clicks.outbox IN ACCESS EXCLUSIVE MODE");
    await follow(program);
    await eventually(patienceMs, "The spools", async () =>
      (await readMetric(program, "narrows_clicks_spool_records")) >= visits ? true : undefined,
    );
    const killed = workerPids(program);
    for (const pid of killed) process.kill(pid, "SIGKILL");
    await eventually(patienceMs, "New workers", async () => {
      const alive = workerPids(program);
      return alive.length === killed.length && !alive.some((pid) => killed.includes(pid)) ? true : undefined;
    });
    await holder.run("ROLLBACK");
    expect(await counted(program, 2 * visits)).toBe(2 * visits);
    await eventually(patienceMs, "Empty spools", async () =>
      (await readMetric(program, "narrows_clicks_spool_records")) === 0 ? true : undefined,
    );
    expect(await counted(program, 2 * visits)).toBe(2 * visits);
    await program.stop();
  });
});
