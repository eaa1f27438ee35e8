import { readdir } from "node:fs/promises";
import { connectTo } from "@narrows/clicks/outbox";
import { describe, expect, it } from "vitest";
import { eventually } from "../../program/deadline.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDeafProxy } from "./deaf-proxy.ts";
import { createLedger, everywhere, storeAll, storedCounts } from "./ledger.ts";
import { patient } from "./patient.ts";
import { startOutbox, type Outbox } from "./start-outbox.ts";

/** Of the server: short, for what is stopped never answers. */
const impatient = { appendMs: 400, keepMs: 2_000 };

type Fault = { readonly name: string; readonly begin: (outbox: Outbox) => Promise<() => Promise<void>> };

const faults: readonly Fault[] = [
  {
    name: "is killed, and comes back",
    async begin({ server }) {
      await server.kill();
      return () => server.restart();
    },
  },
  {
    name: "hangs, and goes on",
    async begin({ server }) {
      await server.signal("SIGSTOP");
      return () => server.signal("SIGCONT");
    },
  },
  {
    name: "has its outbox locked by somebody",
    async begin({ openSession }) {
      const holder = openSession();
      await holder.run("BEGIN");
      await holder.run("LOCK TABLE narrows_clicks.outbox IN ACCESS EXCLUSIVE MODE");
      return async () => {
        await holder.run("ROLLBACK");
        await holder[Symbol.asyncDispose]();
      };
    },
  },
];

describe.skipIf(postgresProgram() === undefined)("an outbox whose PostgreSQL", () => {
  it.each(faults)(
    "$name: loses nothing, counts nothing twice, and its spool is empty afterwards",
    async ({ begin }) => {
      await using outbox = await startOutbox(impatient);
      const { log, spool } = outbox;
      await untilInOutbox(log);
      const ledger = createLedger(log);
      await ledger.send(10);
      const end = await begin(outbox);
      await ledger.send(30);
      const during = log.stats();
      await end();
      await ledger.send(10);
      await storeAll(outbox);

      expect(ledger.counts()).toEqual({ sent: 500, dropped: 0 });
      expect(during.spoolRecords).toBeGreaterThanOrEqual(300);
      expect(await storedCounts(outbox)).toEqual(everywhere(500));
      expect(log.stats()).toMatchObject({ spoolRecords: 0, spoolBytes: 0, refused: 0 });
      await log.close();
      expect(await readdir(spool.path)).toEqual([]);
    },
  );

  it("is away at the start: takes clicks, and has them in the outbox once it is there", async () => {
    await using outbox = await startOutbox(impatient);
    await outbox.log.close();
    await outbox.server.kill();
    const log = await outbox.openLog();
    const ledger = createLedger(log);
    await ledger.send(20);
    expect(log.stats()).toMatchObject({ appended: { outbox: 0, spool: 200 }, spoolRecords: 200 });
    await outbox.server.restart();
    await storeAll({ ...outbox, log });
    expect(await storedCounts(outbox)).toEqual(everywhere(200));
    await log.close();
  });

  it("has committed an append that it could not answer: the clicks are there twice, and count once", async () => {
    await using outbox = await startOutbox();
    await using proxy = await startDeafProxy(outbox.server.url);
    await using folder = await makeTempFolder();
    const connect = connectTo(proxy.url);
    // Long enough for the first append, which is to be answered.
    const log = await outbox.openLog({ connect, spoolFolder: folder.path, appendMs: 3_000, keepMs: 10_000 });
    await untilInOutbox(log);
    const ledger = createLedger(log);
    // The first one connects and prepares the statement, for which answers are needed.
    await ledger.send(1);
    proxy.isDeaf = true;
    await ledger.send(1);
    proxy.isDeaf = false;
    await storeAll({ ...outbox, log });
    await using session = outbox.openSession();
    const [[taken] = []] = await session.run("SELECT last_position::int FROM narrows_clicks.outbox_state");
    expect(taken).toBe(30);
    expect(await storedCounts(outbox)).toEqual(everywhere(20));
    await log.close();
  });

  it("is slow to be read: clicks go into the spool over the budget, and creates are slowed and refused", async () => {
    await using outbox = await startOutbox({ ...patient.log, maxRecords: 100 });
    const { log } = outbox;
    await untilInOutbox(log);
    const ledger = createLedger(log);
    const seen: string[] = [log.pressure()];
    for (const appends of [5, 4, 6]) {
      await ledger.send(appends);
      seen.push(log.pressure());
    }
    const { appended, target } = log.stats();
    expect({ seen, appended, target }).toEqual({
      seen: ["none", "slow", "refuse", "refuse"],
      appended: { outbox: 100, spool: 50 },
      target: "spool",
    });
    await storeAll(outbox);
    await eventually(60_000, "No pressure", async () => (log.pressure() === "none" ? true : undefined));
    expect(await storedCounts(outbox)).toEqual(everywhere(150));
  });

  it("takes over at an orderly end what is in the spool, though it was not looked at since", async () => {
    await using outbox = await startOutbox();
    await using folder = await makeTempFolder();
    const log = await outbox.openLog({
      spoolFolder: folder.path,
      maxRecords: 10,
      lookMs: 3_600_000,
      closeMs: patient.log.keepMs,
    });
    await untilInOutbox(log);
    await createLedger(log).send(2);
    expect(log.stats().appended).toEqual({ outbox: 10, spool: 10 });
    await storeAll(outbox);
    await log.close();
    expect([log.stats().drained, await readdir(folder.path)]).toEqual([10, []]);
    await storeAll(outbox);
    expect(await storedCounts(outbox)).toEqual(everywhere(20));
  });
});

async function untilInOutbox(log: Outbox["log"]): Promise<void> {
  await eventually(60_000, "A way into the outbox", async () => (log.stats().target === "outbox" ? true : undefined));
}
