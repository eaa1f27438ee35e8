import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { childEnvironment, rootPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

it("npm start ends with the service when npm is told to stop, and leaves nothing behind", async () => {
  await using folder = await makeTempFolder();
  const npm = spawn("npm", ["start"], {
    cwd: rootPath,
    env: childEnvironment({ DATA_DIR: folder.path, PORT: "0" }),
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own: whatever is left of it can be ended.
    detached: true,
  });
  try {
    const port = await within(60_000, "The start", readPort(npm.stdout));
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

async function readPort(output: Readable): Promise<number> {
  let text = "";
  for await (const chunk of output.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const origin = /Narrows answers at (https?:\/\/[^\s"/;]+)/.exec(text)?.[1];
    if (origin !== undefined) return Number(new URL(origin).port);
  }
  throw new Error(`npm start ended before it listened.\n${text}`);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
