import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";

const program = new URL("fixtures/program.ts", import.meta.url).pathname;

/** Runs the fixture; sends a signal whenever its output shows the next of `cues`. */
async function run(behaviour: string, cues: readonly (readonly [string, NodeJS.Signals])[]) {
  const child = spawn(process.execPath, [program, behaviour], {
    stdio: ["ignore", "pipe", "inherit"],
    // Ends a program that would otherwise outlive a failed test.
    timeout: 15_000,
    killSignal: "SIGKILL",
  });
  const output = await collect(child, [...cues]);
  return { exitCode: child.exitCode, output };
}

async function collect(child: ChildProcess, cues: (readonly [string, NodeJS.Signals])[]): Promise<string> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const cue = cues[0];
    if (cue === undefined || !output.includes(cue[0])) return;
    cues.shift();
    child.kill(cue[1]);
  });
  await once(child, "close");
  return output;
}

describe("runUntilSignal", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("stops the parts and exits with 0 on %s", async (signal) => {
    const { exitCode, output } = await run("orderly", [["ready", signal]]);
    expect(output).toContain("worker stopped");
    expect(exitCode).toBe(0);
  });

  test("exits with 1 at once on a second signal", async () => {
    const cues = [
      ["ready", "SIGTERM"],
      ["worker stopped", "SIGTERM"],
    ] as const;
    const { exitCode } = await run("endless-stop", cues);
    expect(exitCode).toBe(1);
  });

  test("exits with 1 when a part does not stop within the deadline", async () => {
    const { exitCode, output } = await run("stuck", [["ready", "SIGTERM"]]);
    expect(output).toContain("did not stop within the deadline");
    expect(exitCode).toBe(1);
  });

  test.each([
    ["failing-start", 1, "port taken"],
    ["config-error", 2, "DATABASE_URL: it cannot be reached. Start it."],
    ["stray-error", 1, "worker stopped"],
    ["stray-rejection", 1, "nobody listens"],
  ])("ends by itself after a %s with %i", async (behaviour, code, said) => {
    const { exitCode, output } = await run(behaviour, []);
    expect(output).toContain(said);
    expect(exitCode).toBe(code);
  });
});
