import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { endChild, isRunning, keepTrackOf, signalEach, untilGone } from "./child-processes.ts";

const deaf = `process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1_000);`;

async function startDeaf() {
  const child = keepTrackOf(spawn(process.execPath, ["--eval", deaf], { stdio: ["ignore", "pipe", "ignore"] }));
  await once(child.stdout, "data");
  return child;
}

describe("a child of a test", () => {
  it("is gone after a signal that ends it, and gets none afterwards", async () => {
    const child = await startDeaf();
    await endChild(child, "SIGINT");
    expect([child.signalCode, isRunning(child)]).toEqual(["SIGINT", false]);
    await endChild(child);
  });

  it("is gone, and the test fails, when it does not hear the signal", async () => {
    const child = await startDeaf();
    await expect(endChild(child, "SIGTERM", 200)).rejects.toThrow("after SIGTERM took longer than 200 ms");
    expect(child.signalCode).toBe("SIGKILL");
  });

  it.each([
    ["exits", "process.exit();"],
    ["is ended by the test runner's signal", 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1_000);'],
  ])("does not outlive the process of a test that was given up, which %s", async (_end, end) => {
    const tracking = new URL("child-processes.ts", import.meta.url).href;
    const given = `
      const { keepTrackOf } = await import("${tracking}");
      const { spawn } = await import("node:child_process");
      const child = keepTrackOf(spawn("sleep", ["600"], { stdio: "ignore" }));
      console.log(child.pid);
      ${end}`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = Number(await text(parent.stdout));
    expect(pid).toBeGreaterThan(0);
    try {
      await untilGone([pid], 30_000);
    } finally {
      signalEach([pid], "SIGKILL");
    }
  });
});
