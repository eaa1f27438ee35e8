import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cliPath } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

test("Ctrl-C again ends a command that the first one did not", async () => {
  await using folder = await makeTempFolder();
  const pipe = join(folder.path, "rows.csv");
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [cliPath, "links", "import", pipe], { env: {}, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  // Opens as soon as the command reads, which then waits for an end that does not come.
  await using writer = await open(pipe, "w");
  expect(writer.fd).toBeGreaterThan(0);
  const closed = once(child, "close");
  // A signal that is still pending takes the next one in, so that two might be one.
  const fingers = setInterval(() => child.kill("SIGINT"), 100);
  onTestFinished(() => clearInterval(fingers));
  await closed;
  expect([child.exitCode, child.signalCode]).toEqual([null, "SIGINT"]);
});
