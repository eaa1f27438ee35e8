import { describe, expect, it } from "vitest";
import { openSession, type Session } from "../links/postgres/session.ts";
import { eventually } from "../program/deadline.ts";
import { adminKey } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";
import { leaseOf, linksPerNode, makeLinks } from "./many-nodes/make-links.ts";
import { startOne } from "./many-nodes/start-together.ts";
import { generousMs, isReady, meaningOf } from "./postgres/node.ts";

const longUrl = "https://example.com/";
/** Leases last for half a minute. */
const testTimeoutMs = 300_000;

describe.skipIf(postgresProgram() === undefined)("nodes that make snowflake codes", () => {
  it(
    "share no code with one that slept beyond its lease or was killed with it, and wait when epochs are spent",
    { timeout: testTimeoutMs },
    async () => {
      await using server = await startPostgres();
      await using session = openSession(server.url);
      await using sleeper = await startOne(server, "sleeper");
      await using killed = await startOne(server, "killed");
      const before = [await makeLinks(sleeper), await makeLinks(killed)];
      sleeper.program.signal("SIGSTOP");
      await killed.program.kill();
      // Whoever comes has to take the slots of those two, for the others have no epoch left.
      await session.run("UPDATE code_leases SET next_epoch = 8192 WHERE holder IS NULL");
      await untilOver(session);
      await using heir = await startOne(server, "heir");
      await using other = await startOne(server, "other");
      const meanwhile = [await makeLinks(heir), await makeLinks(other)];
      expect(new Set(meanwhile.map(slotOf))).toEqual(new Set(before.map(slotOf)));
      await refusesToStart(server);

      sleeper.program.signal("SIGCONT");
      const refused = await sleeper.api.create({ longUrl });
      expect(meaningOf(refused)).toBe("503 CODES_UNAVAILABLE");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      await eventually(generousMs, "That it is not ready", async () => ((await isReady(sleeper)) ? undefined : true));
      expect((await sleeper.api.follow(meanwhile[0]?.[0] ?? "none")).locations).toEqual([longUrl]);
      expect(sleeper.program.output()).toMatch(/The lease for codes is over; taking a new one.*EPOCHS_SPENT/s);

      // Its lease comes free, and the sleeper takes it by itself.
      await heir.program.stop();
      const after = await makeLinks(sleeper);
      const made = [...before, ...meanwhile, after];
      expect(new Set(made.flat()).size).toBe(made.length * linksPerNode);
      const leases = made.flatMap((ofNode) => [...new Set(ofNode.map(leaseOf))]);
      expect(new Set(leases).size).toBe(leases.length);
      const followed = await Promise.all(made.flat().map(async (code) => (await other.api.follow(code)).locations[0]));
      expect(new Set(followed)).toEqual(new Set([longUrl]));
    },
  );
});

function slotOf([code = ""]: readonly string[]): string | undefined {
  return leaseOf(code).split("/")[0];
}

/** Until no lease holds any more, by the database's clock: half a minute after the last renewal. */
function untilOver(session: Session): Promise<true> {
  return eventually(generousMs, "The end of the leases", async () => {
    const [row] = await session.run("SELECT count(*)::int FROM code_leases WHERE ends_at > clock_timestamp()");
    return row?.[0] === 0 ? true : undefined;
  });
}

async function refusesToStart(server: PostgresServer): Promise<void> {
  await using folder = await makeTempFolder();
  const env = {
    ...sharedDatabase(server),
    CODE_STRATEGY: "snowflake",
    DATA_DIR: folder.path,
    PORT: "0",
    ADMIN_KEY: adminKey,
  };
  const { exitCode, stderr } = await runNarrows(["serve"], { env });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/CODE_STRATEGY: .*13 bits/s)]);
}
