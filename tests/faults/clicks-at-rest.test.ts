import { describe, expect, it } from "vitest";
import { makeDatabase } from "../links/postgres/database.ts";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { foundInFiles, foundInPostgres } from "./clicks/at-rest.ts";
import { untilLogged } from "./clicks/ledger.ts";
import { createLink, untilAccounted } from "./clicks/served-clicks.ts";

const patienceMs = 60_000;
const addresses = ["203.0.113.77", "2001:db8:6bd4::9f3a"];
const userAgent = "Mozilla/5.0 (X11; Linux marked5d1c; rv:140.0) Gecko/20100101 Firefox/140.0";
const unkept = [...addresses, userAgent, "marked5d1c", "marked-page-77e0"];
/** What is kept shows that the search finds what is there. */
const kept = "marked-host.example";
const everything = [...unkept, kept];
const trust = { TRUSTED_PROXIES: "127.0.0.1/32, ::1/128" };

async function followFrom({ http }: Program, alias: string, times: number): Promise<void> {
  for (const address of addresses) {
    const headers = {
      "x-forwarded-for": address,
      "user-agent": userAgent,
      "accept-language": "ko-KR",
      referer: `https://${kept}/marked-page-77e0`,
    };
    for (let time = 0; time < times; time += 1) {
      expect((await http.ask("GET", `/${alias}`, { headers })).status).toBe(302);
    }
  }
}

/** More than one only where the addresses were believed; and more than those where midnight came between. */
async function visitorsOf({ http, admin }: Program, alias: string): Promise<number> {
  const answer = await http.ask("GET", `/v1/urls/${alias}/stats`, { headers: admin });
  return (answer.json() as { readonly visitors: number }).visitors;
}

describe("no address and no user agent of a reader is kept", () => {
  it("in files, neither in the log nor where clicks are counted", { timeout: 240_000 }, async () => {
    await using folder = await makeTempFolder();
    {
      await using program = await startProgram({ dataDir: folder.path, env: { ...trust, CLICK_WRITER: "off" } });
      await createLink(program, "rest");
      await followFrom(program, "rest", 20);
      await untilLogged(program);
      await program.stop();
      expect(await foundInFiles(folder.path, everything)).toEqual([kept]);
    }
    await using program = await startProgram({ dataDir: folder.path, env: trust });
    expect(await untilAccounted(program, "rest", 40)).toEqual({ stored: 40, dropped: 0 });
    expect(await visitorsOf(program, "rest")).toBeGreaterThanOrEqual(addresses.length);
    expect(await foundInFiles(folder.path, everything)).toEqual([kept]);
    await program.stop();
    expect(await foundInFiles(folder.path, everything)).toEqual([kept]);
  });

  it.skipIf(postgresProgram() === undefined)(
    "in PostgreSQL, neither in the outbox nor where clicks are counted, nor in the spool while it is away",
    { timeout: 240_000 },
    async () => {
      await using server = await startPostgres();
      const url = await makeDatabase(server);
      const env = { ...trust, ...sharedDatabase({ url }), CLICKS: "outbox" };
      await using folder = await makeTempFolder();
      {
        await using program = await startProgram({ dataDir: folder.path, env: { ...env, CLICK_WRITER: "off" } });
        await createLink(program, "rest");
        await followFrom(program, "rest", 20);
        await eventually(patienceMs, "An outbox", async () =>
          (await foundInPostgres(url, [kept])).length > 0 ? true : undefined,
        );
        expect(await foundInPostgres(url, everything)).toEqual([kept]);
        await server.signal("SIGSTOP");
        await followFrom(program, "rest", 5);
        await eventually(patienceMs, "A spool", async () =>
          (await readMetric(program, "narrows_clicks_spool_records")) > 0 ? true : undefined,
        );
        expect(await foundInFiles(folder.path, everything)).toEqual([kept]);
        await server.signal("SIGCONT");
        await untilLogged(program);
        await program.stop();
      }
      await using program = await startProgram({ dataDir: folder.path, env });
      expect(await untilAccounted(program, "rest", 50)).toEqual({ stored: 50, dropped: 0 });
      expect(await visitorsOf(program, "rest")).toBeGreaterThanOrEqual(addresses.length);
      expect(await foundInPostgres(url, everything)).toEqual([kept]);
      await program.stop();
      expect(await foundInFiles(folder.path, unkept)).toEqual([]);
    },
  );
});
