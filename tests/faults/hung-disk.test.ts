import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { eventually, within } from "../program/deadline.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const hungDisk = fileURLToPath(new URL("../program/hung-disk.js", import.meta.url));

describe("a disk that does not answer", () => {
  it.each([
    ["a signal", 1],
    ["a second signal", 2],
  ])("does not keep the program after %s", async (_, signals) => {
    await using folder = await makeTempFolder();
    const pipe = join(folder.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    await using program = await startProgram({
      env: { HUNG_DISK_PIPE: pipe, STOP_DEADLINE: signals === 1 ? "1s" : "600s" },
      nodeOptions: ["--import", hungDisk],
    });
    program.signal("SIGTERM");
    await eventually(60_000, "The hanging", async () =>
      program.output().includes("The disk hangs.") ? true : undefined,
    );
    if (signals === 2) {
      // Within a second of the first it would be taken for the same one.
      await wait(1_500);
      program.signal("SIGTERM");
    }
    expect(await within(60_000, "The end", program.ended)).toBe("SIGKILL");
    expect(program.output()).toContain("the process ends by SIGKILL");
  });
});
