import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLogSink } from "../src/index.ts";

const program = new URL("fixtures/program.ts", import.meta.url).pathname;

function temporaryPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "narrows-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, name);
}

function openForTest(path: string, flags: number | string): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** Reads what lies in a pipe, without waiting for more. */
function readPipe(fd: number): string {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.alloc(65_536);
      chunks.push(chunk.subarray(0, readSync(fd, chunk)));
    }
  } catch {
    return Buffer.concat(chunks).toString();
  }
}

describe("openLogSink", () => {
  test("appends to a file after what was there", () => {
    const path = temporaryPath("log");
    const fd = openForTest(path, "w");
    openLogSink(fd).write("first\n");
    openLogSink(fd).write("second\n");
    expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
  });

  test("drops and counts what a full disk does not take", () => {
    const sink = openLogSink(openForTest("/dev/full", "w"));
    sink.write("a\n");
    sink.write("b\n");
    expect(sink.droppedLines()).toBe(2);
  });

  test("keeps a bounded number of lines for a reader that stalls, and gives them to it whole and in order", async () => {
    const path = temporaryPath("pipe");
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', path]);
    const reader = openForTest(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const sink = openLogSink(openForTest(path, constants.O_WRONLY));
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${"x".repeat(1_000)}\n`);
    for (const line of lines) sink.write(line);
    const lost = sink.droppedLines();
    expect(lost).toBeGreaterThan(1_000);
    await sink.flush(30);
    let read = "";
    const wholeBytes = lines.slice(0, 3_000 - lost).join("").length;
    while (read.length < wholeBytes) {
      read += readPipe(reader);
      await sink.flush(30);
    }
    expect(read).toBe(lines.slice(0, 3_000 - lost).join(""));
    sink.write("later\n");
    expect(readPipe(reader)).toBe("later\n");
  });

  test("does not wait for the reader of a socket", async () => {
    const path = temporaryPath("socket");
    const server = createServer({ pauseOnConnect: true }).listen(path);
    onTestFinished(() => void server.close());
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const client = connect(path);
    await once(client, "connect");
    const [peer] = await accepted;
    onTestFinished(() => void [peer, client].map((socket) => socket.destroy()));
    const child = spawn(process.execPath, [program, "chatty"], { stdio: ["ignore", client, "pipe"], timeout: 60_000 });
    expect(String(await once(child.stderr, "data"))).toMatch(/^lost [1-9]/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("a program whose log", () => {
  test("cannot be written ends all the same after a stray error", async () => {
    const full = openForTest("/dev/full", "w");
    const child = spawn(process.execPath, [program, "stray-error"], { stdio: ["ignore", full, full], timeout: 60_000 });
    expect(await once(child, "exit")).toEqual([1, null]);
  });

  test("is read by nobody goes on, and stops when asked", async () => {
    const child = spawn(process.execPath, [program, "chatty"], { stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 });
    expect(String(await once(child.stderr, "data"))).toMatch(/^lost [1-9]/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
