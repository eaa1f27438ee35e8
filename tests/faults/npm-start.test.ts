import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { eventually, within } from "../program/deadline.ts";
import { childEnvironment, rootPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

it("npm start ends with the service when npm is told to stop, and leaves nothing behind", async () => {
  await using folder = await makeTempFolder();
  const npm = npmStart(folder.path);
  try {
    const port = await portIn(outputOf(npm));
    // The pipe closes when its last writer is gone, so an orphan would keep this waiting.
    const closed = once(npm, "close");
    npm.kill("SIGTERM");
    const [code] = await within(60_000, "The stop", closed);
    expect(code).toBe(0);
    await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  } finally {
    endGroup(npm.pid);
  }
});

it("npm start stops in order on Ctrl-C, which the service gets from the terminal and from npm", async () => {
  await using folder = await makeTempFolder();
  const npm = npmStart(folder.path, { WORKERS: "2" });
  try {
    const output = outputOf(npm);
    await portIn(output);
    const closed = once(npm, "close");
    if (npm.pid === undefined) throw new Error("npm was not started.");
    process.kill(-npm.pid, "SIGINT");
    await within(60_000, "The stop", closed);
    expect(output()).toContain('"msg":"Stopped."');
    expect(output()).not.toMatch(/"level":"(error|fatal)"/);
  } finally {
    endGroup(npm.pid);
  }
});

function npmStart(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  return spawn("npm", ["start"], {
    cwd: rootPath,
    env: childEnvironment({ DATA_DIR: dataDir, PORT: "0", ...env }),
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own: whatever is left of it can be ended.
    detached: true,
  });
}

/** What the service has written until now. */
function outputOf({ stdout }: ReturnType<typeof npmStart>): () => string {
  let text = "";
  stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return () => text;
}

function portIn(output: () => string): Promise<number> {
  return eventually(60_000, "The start", async () => {
    const origin = /Narrows answers at (https?:\/\/[^\s"/;]+)/.exec(output())?.[1];
    return origin === undefined ? undefined : Number(new URL(origin).port);
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
