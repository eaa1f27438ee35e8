import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { affordableConnections, scarceFiles } from "../src/open-file-limit.ts";
import { temporaryFolder } from "./harness/running-server.ts";

describe("openFileLimit", () => {
  it.skipIf(process.platform !== "linux")("is what the process was given", () => {
    const module = new URL("../src/open-file-limit.ts", import.meta.url).href;
    const source = `console.log(await (await import(${JSON.stringify(module)})).openFileLimit())`;
    const command = 'ulimit -n 1234 && exec "$0" --input-type=module -e "$1"';
    const said = execFileSync("/bin/sh", ["-c", command, process.execPath, source], { encoding: "utf8" });
    expect(said).toBe("1234\n");
  });
});

describe("scarceFiles", () => {
  it("warns when MAX_CONNECTIONS cannot be open at once, with the values that would do", () => {
    expect(scarceFiles(10_000, 1_024)).toEqual([
      {
        option: "MAX_CONNECTIONS",
        message: expect.stringMatching(/ 1024 files.* 10064 or more.* to 960\./) as unknown,
      },
    ]);
  });

  it("is silent where there is room, and where the limit is unknown", () => {
    expect(scarceFiles(10_000, 20_000)).toEqual([]);
    expect(scarceFiles(10_000, undefined)).toEqual([]);
  });
});

describe("affordableConnections", () => {
  it.each([
    [10_000, 20_000, 10_000],
    [10_000, 1_024, 960],
    [10_000, 10, 1],
    [10_000, undefined, 10_000],
  ])("takes of %s connections with %s open files %s", (asked, limit, taken) => {
    expect(affordableConnections(asked, limit)).toBe(taken);
  });
});

describe.skipIf(process.platform !== "linux")("a server with few open files", () => {
  it("keeps enough of them to answer whoever has got a connection", async () => {
    const port = await startWithFiles(160);
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(port)));
    const kept = sockets.filter((socket) => socket !== undefined);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(100);
    // Nothing of these was read before.
    const paths = ["/", "/~/docs", "/~/qr/abc.svg", "/favicon.ico", "/openapi.json"];
    const statuses = await Promise.all(paths.map((path, index) => statusOf(path, kept[index])));
    expect(statuses).toEqual(paths.map(() => "200"));
  });
});

/** Starts a server in a process of its own and gives its port. */
async function startWithFiles(limit: number): Promise<string> {
  const module = new URL("../src/index.ts", import.meta.url).href;
  const dataDir = await temporaryFolder();
  const source = `const { readServerConfig, startServer } = await import(${JSON.stringify(module)});
    const { port } = await startServer(readServerConfig({ PORT: "0", DATA_DIR: ${JSON.stringify(dataDir)} }));
    console.log(port);`;
  const command = `ulimit -n ${limit} && exec "$0" --input-type=module -e "$1"`;
  const child = spawn("/bin/sh", ["-c", command, process.execPath, source], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return String(said).trim();
}

/** A connection that is kept open after an answer; undefined when it was closed as one too many. */
async function openSocket(port: string): Promise<Socket | undefined> {
  const socket = connect(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<undefined>((resolve) => {
    socket.on("error", () => undefined).on("close", () => resolve(undefined));
  });
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const answered = new Promise<Socket>((resolve) => socket.once("data", () => resolve(socket)));
  return await Promise.race([closed, answered]);
}

async function statusOf(path: string, socket: Socket | undefined): Promise<string | undefined> {
  if (socket === undefined) return undefined;
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1").slice(9, 12);
}
