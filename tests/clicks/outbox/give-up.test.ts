import { sampleClicks } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { runNarrows } from "../../program/run-narrows.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startOutbox } from "./start-outbox.ts";

describe.skipIf(postgresProgram() === undefined)("an outbox that CLICKS no longer names", () => {
  it("is given up at once when it is empty, and not before", { timeout: 120_000 }, async () => {
    await using folder = await makeTempFolder();
    await using outbox = await startOutbox();
    const narrows = async (clicks: string, ...args: readonly string[]) => {
      const env = { DATA_DIR: folder.path, DATABASE_URL: outbox.server.url, CLICKS: clicks };
      const { exitCode, stdout, stderr } = await runNarrows(["clicks", ...args], { env });
      return { exitCode, said: stdout + stderr };
    };
    await outbox.store.complete("outbox", Date.now());
    await outbox.log.append(sampleClicks(3));
    const giveUp = ["give-up", "outbox", "--yes"];
    expect(await narrows("memory", "partitions")).toMatchObject({ said: expect.stringContaining("of another CLICKS") });
    expect(await narrows("memory", ...giveUp)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining("[PARTITION_ALIVE]"),
    });

    const signal = AbortSignal.timeout(60_000);
    const batch = await outbox.source.read({ partition: "outbox", after: 0, maxRecords: 10, signal });
    await outbox.source.release("outbox", batch?.to ?? 0);
    expect(await narrows("outbox", ...giveUp)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining("[PARTITION_READ]"),
    });
    expect(await narrows("memory", ...giveUp)).toMatchObject({ exitCode: 0 });
    expect(await narrows("memory", "partitions")).toMatchObject({ said: expect.stringContaining("not waited for") });
  });
});
