import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliPath, runCli } from "../run-cli.ts";
import { closedAddress, openStubService } from "../stub-service.ts";
import { makeTempFolder } from "../temp-folder.ts";

const page = {
  rows: [
    { domain: "sho.rt", code: "abc", action: "deny", until: "2026-11-30T00:01:00.000Z", denyAt: null },
    { domain: "sho.rt", code: "def", action: "bypass", until: "2026-11-30T00:01:00.000Z", denyAt: null },
  ],
  position: "7",
  isComplete: false,
  isUpToDate: true,
  bypassUntil: null,
  waitedMs: 0,
  copyLifeMs: 60_000,
  now: "2026-11-30T00:00:00.000Z",
};

const nobody = { address: closedAddress, [Symbol.asyncDispose]: async () => undefined };
const keyed = { NARROWS_KEY: "nrw_key" };

describe("narrows edge-agent", () => {
  test("--once writes the list of all pages, without trust, and tells what is in it", async () => {
    await using folder = await makeTempFolder();
    const more = { ...page, rows: [], isUpToDate: false };
    await using service = await openStubService([
      { status: 200, body: more },
      { status: 200, body: { ...page, isComplete: true } },
    ]);
    const args = ["edge-agent", "--once", "--json", "--folder", folder.path, "--server", service.address];
    const { exitCode, stdout } = await runCli(args, keyed);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ denied: 1, bypassed: 1, position: "7", isTrusted: false }),
    ]);
    expect(["deny", "bypass", "heard"].map((name) => readdirSync(join(folder.path, name)))).toEqual([
      ["sho.rt"],
      ["sho.rt"],
      [],
    ]);
    expect(service.seen.map(({ url }) => url)).toEqual(["/v1/denylist?waitMs=0", "/v1/denylist?since=7&waitMs=0"]);
    expect(service.seen[0]?.headers.authorization).toBe("Bearer nrw_key");
  });

  test.each([
    ["cannot be reached", async () => nobody, "SERVER_UNREACHABLE"],
    ["is something else", async () => openStubService({ status: 200, body: {} }), "SERVER_STRANGE"],
  ])("--once ends with 1 when the service %s", async (_state, open, code) => {
    await using folder = await makeTempFolder();
    await using service = await open();
    const args = ["edge-agent", "--once", "--folder", folder.path, "--server", service.address];
    const { exitCode, stderr } = await runCli(args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`[${code}]`)]);
  });

  test("ends with 1 when its key is refused at the start", async () => {
    await using folder = await makeTempFolder();
    const body = { code: "SCOPE_MISSING", detail: "The key may not do this." };
    await using service = await openStubService({ status: 403, body });
    const { exitCode, stderr } = await runCli(["edge-agent", "--folder", folder.path, "--server", service.address]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[SCOPE_MISSING]")]);
  });

  test.each([
    [["--silence", "10ms"], "OPTION_INVALID"],
    [["--silence", "1"], "OPTION_INVALID"],
    [["--listen", "70000"], "OPTION_INVALID"],
  ])("refuses %j with 2", async (options, code) => {
    const { exitCode, stderr } = await runCli(["edge-agent", "--folder", "/nonexistent/list", ...options]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });

  test("asks for its folder", async () => {
    const { exitCode, stderr } = await runCli(["edge-agent"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("[OPTION_MISSING]")]);
  });

  test("takes purges and tells its counts at its port, and takes trust back when it is ended", async () => {
    await using folder = await makeTempFolder();
    await using service = await openStubService({ status: 200, body: { ...page, rows: [], isComplete: true } });
    // Silence so long that no slow machine takes trust away, or has a question fail, before the counts are asked for.
    const patient = ["--listen", "0", "--silence", "60s"];
    const args = ["edge-agent", "--folder", folder.path, ...patient, "--server", service.address];
    const child = spawn(process.execPath, [cliPath, ...args], { env: { ...keyed, DATA_DIR: "/nonexistent/narrows" } });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    for await (const chunk of child.stderr) {
      said += String(chunk);
      if (said.includes("the cache is used")) break;
    }
    const door = `http://127.0.0.1:${/127\.0\.0\.1:(\d+)/.exec(said)?.[1]}/`;
    const ask = async (headers: Readonly<Record<string, string>>, method = "POST") =>
      (await fetch(door, { method, headers })).status;
    expect(await ask({ "narrows-domain": "sho.rt", "narrows-code": "abc" })).toBe(204);
    expect(await ask({ "narrows-domain": "..", "narrows-code": "abc" })).toBe(400);
    expect(await ask({}, "DELETE")).toBe(405);
    expect(readdirSync(join(folder.path, "bypass", "sho.rt"))).toEqual(["abc"]);
    expect(await (await fetch(door)).json()).toMatchObject({ bypassed: 1, isTrusted: true, failedPolls: 0 });
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
    expect([child.exitCode, readdirSync(join(folder.path, "heard"))]).toEqual([0, []]);
  });
});
