import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { createLink, dayMs, followTimes, untilAccounted } from "./clicks/served-clicks.ts";

describe("a file of a salt that does not answer", () => {
  it("costs neither a redirect nor a click, and is told of", { timeout: 180_000 }, async () => {
    await using folder = await makeTempFolder();
    const salts = join(folder.path, "clicks", "salts");
    await mkdir(salts, { recursive: true });
    // Whoever reads a pipe waits for somebody to write. One of them is for a test at midnight.
    const days = [0, dayMs].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
    execFileSync(
      "mkfifo",
      days.map((day) => join(salts, `salt-${day}`)),
    );
    await using program = await startProgram({ dataDir: folder.path });
    await createLink(program, "hung");
    const sent = await followTimes(program, "hung", 20);
    expect(sent).toBe(20);
    expect(await untilAccounted(program, "hung", sent)).toEqual({ stored: sent, dropped: 0 });
    expect(program.output()).toContain("DATA_DIR gave no salt for this day");
    program.signal("SIGTERM");
    expect(await within(60_000, "The end", program.ended)).toBe("SIGKILL");
  });
});
