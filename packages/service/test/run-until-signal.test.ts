import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";

const program = new URL("fixtures/program.ts", import.meta.url).pathname;

/** Runs the fixture; sends a signal whenever its output shows the next of `cues`. */
async function run(behaviour: string, cues: readonly (readonly [string, NodeJS.Signals])[], argument = "") {
  const child = spawn(process.execPath, [program, behaviour, argument], {
    stdio: ["ignore", "pipe", "pipe"],
    // Ends a program that would otherwise outlive a failed test.
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const errors = child.stderr === null ? Promise.resolve("") : text(child.stderr);
  const output = await collect(child, [...cues]);
  return { exitCode: child.exitCode, signal: child.signalCode, output, errors: await errors };
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
    const last = JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
    expect(last).toMatchObject({ msg: "Stopped.", unstopped: [] });
    expect(Number.isInteger(last["durationMs"])).toBe(true);
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

  test("takes the same signal soon after the first for the first, as npm's beside the terminal's", async () => {
    const cues = [
      ["ready", "SIGINT"],
      ["worker stopped", "SIGINT"],
    ] as const;
    const { exitCode, output } = await run("echoed", cues);
    expect(output).toContain('"Stopped."');
    expect(exitCode).toBe(0);
  });

  test("exits with 1 when a part does not stop within the deadline", async () => {
    const { exitCode, output } = await run("stuck", [["ready", "SIGTERM"]]);
    expect(output).toContain("did not stop within the deadline");
    expect(exitCode).toBe(1);
  });

  test("ends although a file hangs that the pool of threads reads, which an exit would wait for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "narrows-service-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { signal, output } = await run("hung-file", [["ready", "SIGTERM"]], pipe);
    expect(output).toContain("Threads or files were still in use after half a second");
    expect(signal).toBe("SIGKILL");
  });

  test("exits with 1 when an error reaches the top of the process while it stops", async () => {
    const { exitCode, output } = await run("stray-error-in-stop", [["ready", "SIGTERM"]]);
    expect(output).toContain("An error reached the top of the process");
    expect(output).toContain('"Stopped."');
    expect(exitCode).toBe(1);
  });

  test("exits with 1 within the deadline when a start does not heed its signal, and names the part", async () => {
    const { exitCode, output } = await run("deaf-start", [["ready", "SIGTERM"]]);
    expect(output).toContain('"part":"worker"');
    expect(exitCode).toBe(1);
  });

  test("exits with 0 when a start gives up as asked, and does not call that a failure", async () => {
    const { exitCode, output } = await run("heeding-start", [["ready", "SIGTERM"]]);
    expect(output).not.toContain("The start failed");
    expect(exitCode).toBe(0);
  });

  test("a signal after an error that is ending the process ends it at once", async () => {
    const { exitCode, output } = await run("stray-error-endless-stop", [["worker stopped", "SIGTERM"]]);
    expect(output).not.toContain('"Stopping."');
    expect(exitCode).toBe(1);
  });

  test.each([
    ["failing-start", 1, "port taken"],
    ["stray-error", 1, "worker stopped"],
    ["stray-rejection", 1, "nobody listens"],
  ])("ends by itself after a %s with %i", async (behaviour, code, said) => {
    const { exitCode, output } = await run(behaviour, []);
    expect(output).toContain(said);
    expect(exitCode).toBe(code);
  });

  test("exits with 2 after a fault of the configuration, which is on standard error as lines for people", async () => {
    const { exitCode, output, errors } = await run("config-error", []);
    expect(errors).toBe("The program cannot start as configured:\n  DATABASE_URL: it cannot be reached. Start it.\n");
    expect(output).not.toContain("DATABASE_URL");
    expect(exitCode).toBe(2);
  });
});
