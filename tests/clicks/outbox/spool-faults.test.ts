import { readdir } from "node:fs/promises";
import { describe, expect, inject, it } from "vitest";
import { eventually } from "../../program/deadline.ts";
import { onSmallDisk } from "../../program/small-disk.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { everywhere, storeAll, storedCounts } from "./ledger.ts";
import { startOutbox } from "./start-outbox.ts";
import { startSpooling } from "./start-spooling.ts";

const unshare = inject("services")["unshare"];

describe.skipIf(postgresProgram() === undefined)("a spool", () => {
  it.skipIf(unshare === undefined)("on a full disk refuses clicks, which are counted, and loses no other", async () => {
    await using outbox = await startOutbox();
    await using folder = await makeTempFolder();
    await outbox.server.kill();
    await using spooling = startSpooling(outbox.server.url, folder.path, {
      under: onSmallDisk(unshare ?? "", folder.path, 256),
    });
    const full = await spooling.send(60);
    expect(full.sent).toBe(1_200);
    expect(full.dropped).toBeGreaterThan(0);
    expect(full.spoolRecords).toBe(full.sent - full.dropped);

    await outbox.server.restart();
    await eventually(60_000, "An empty spool", async () =>
      (await spooling.state()).spoolRecords === 0 ? true : undefined,
    );
    const after = await spooling.send(5);
    expect(after.dropped).toBe(full.dropped);
    await eventually(60_000, "An empty spool", async () =>
      (await spooling.state()).spoolRecords === 0 ? true : undefined,
    );
    await storeAll(outbox);
    expect(await storedCounts(outbox)).toEqual(everywhere(after.sent - after.dropped));
  });

  it("of a process that is killed holds all that was answered, and the next start stores it once", async () => {
    await using outbox = await startOutbox();
    await using folder = await makeTempFolder();
    await outbox.server.kill();
    await using spooling = startSpooling(outbox.server.url, folder.path);
    const { sent } = await spooling.send(20);
    const unanswered = spooling.send(2_000).catch(() => "killed");
    await spooling.kill();
    await unanswered;

    await outbox.server.restart();
    const log = await outbox.openLog({ spoolFolder: folder.path });
    await storeAll({ ...outbox, log });
    const { raw, rolledUp, total } = await storedCounts(outbox);
    expect(raw).toBeGreaterThanOrEqual(sent);
    expect({ rolledUp, total }).toEqual({ rolledUp: raw, total: raw });
    expect(log.stats().brokenRecords).toBe(0);
    await log.close();
  });

  it("of a worker that is killed is drained by another that lives, and one of a worker that is stopped is not", async () => {
    await using outbox = await startOutbox();
    await using folder = await makeTempFolder();
    await outbox.server.kill();
    await using killed = startSpooling(outbox.server.url, folder.path);
    await using stopped = startSpooling(outbox.server.url, folder.path, { first: 1_000_000 });
    await using lives = startSpooling(outbox.server.url, folder.path, { first: 2_000_000 });
    const sent = (await Promise.all([killed, stopped, lives].map((worker) => worker.send(20)))).map(({ sent: n }) => n);
    const unanswered = killed.send(2_000).catch(() => "killed");
    await killed.kill();
    await unanswered;
    stopped.signal("SIGSTOP");

    await outbox.server.restart();
    const spools = () => readdir(folder.path);
    await eventually(60_000, "Two spools", async () => ((await spools()).length === 2 ? true : undefined));
    await eventually(60_000, "An empty spool", async () =>
      (await lives.state()).spoolRecords === 0 ? true : undefined,
    );
    expect((await lives.state()).drained).toBeGreaterThanOrEqual((sent[0] ?? 0) + (sent[2] ?? 0));
    stopped.signal("SIGCONT");
    await eventually(60_000, "An empty spool", async () =>
      (await stopped.state()).spoolRecords === 0 ? true : undefined,
    );
    expect((await stopped.state()).drained).toBe(sent[1]);

    await storeAll(outbox);
    const { raw, rolledUp, total } = await storedCounts(outbox);
    expect(raw).toBeGreaterThanOrEqual(sent.reduce((sum, one) => sum + one, 0));
    expect({ rolledUp, total }).toEqual({ rolledUp: raw, total: raw });
    expect((await lives.state()).drained).toBe(raw - (sent[1] ?? 0));
  });
});
