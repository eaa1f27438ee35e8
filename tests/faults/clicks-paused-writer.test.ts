import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { createLink, followTimes, storedIn, untilAccounted } from "./clicks/served-clicks.ts";
import { startWriterProcess, type WriterProcess } from "./clicks/writer-process.ts";

/** Several batches. */
const backlog = 5_000;

describe("a click writer", () => {
  it(
    "that was paused counts nothing, and woken counts a large backlog to the click",
    { timeout: 180_000 },
    async () => {
      await using folder = await makeTempFolder();
      await using program = await startProgram({ dataDir: folder.path, env: { CLICK_WRITER: "off" } });
      await createLink(program, "paused");
      await followTimes(program, "paused", 10);
      await using writer = startWriterProcess(folder.path);
      await untilAccounted(program, "paused", 10);

      writer.signal("SIGUSR2");
      const said = await writer.untilSaid("Counts no clicks until it is told to go on.");
      expect(await followTimes(program, "paused", backlog)).toBe(backlog);
      expect(await storedIn(program, "paused")).toBe(10);
      writer.signal("SIGUSR2");
      await writer.untilSaid("Counts clicks again.", said);

      expect(await untilAccounted(program, "paused", 10 + backlog)).toEqual({ stored: 10 + backlog, dropped: 0 });
      await program.stop();
    },
  );

  it(
    "that was stopped, and goes on after another has counted its backlog, counts nothing twice",
    { timeout: 240_000 },
    async () => {
      await using folder = await makeTempFolder();
      await using program = await startProgram({ dataDir: folder.path, env: { CLICK_WRITER: "off" } });
      await createLink(program, "stopped");
      await followTimes(program, "stopped", 10);
      await using stopped = startWriterProcess(folder.path);
      await untilAccounted(program, "stopped", 10);

      await stopWithoutLock(stopped, folder.path);
      await followTimes(program, "stopped", backlog);
      {
        await using other = startWriterProcess(folder.path);
        await other.untilSaid("Counts clicks.");
        await untilAccounted(program, "stopped", 10 + backlog);
      }
      stopped.signal("SIGCONT");
      await followTimes(program, "stopped", backlog);

      const all = 10 + 2 * backlog;
      expect(await untilAccounted(program, "stopped", all)).toEqual({ stored: all, dropped: 0 });
      await program.stop();
    },
  );
});

/** Stops a writer where it holds no lock of the file: with one, nobody could store anything before it goes on. */
async function stopWithoutLock(writer: WriterProcess, dataDir: string): Promise<void> {
  using database = new DatabaseSync(join(dataDir, "clicks", "clicks.sqlite"), { timeout: 100 });
  await eventually(30_000, "A stop without a lock", async () => {
    await writer.stop();
    try {
      database.exec("BEGIN IMMEDIATE; ROLLBACK");
      return true;
    } catch {
      writer.signal("SIGCONT");
      return undefined;
    }
  });
}
