import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { cliPath, runCli } from "../run-cli.ts";
import { openStubService } from "../stub-service.ts";
import { makeTempFolder } from "../temp-folder.ts";

const row = { domain: "sho.rt", code: "abc", action: "deny", until: "2026-11-30T00:10:00.000Z", denyAt: null };
const whole = {
  rows: [row],
  position: "7",
  isComplete: false,
  isUpToDate: true,
  bypassUntil: null,
  waitedMs: 0,
  copyLifeMs: 60_000,
  now: "2026-11-30T00:00:00.000Z",
};
const quiet = { ...whole, rows: [], isComplete: true };
const refusal = { code: "SCOPE_MISSING", detail: "The key may not do this." };

/** Gives the whole list to whoever begins, and nothing new to whoever goes on. */
function openFeed() {
  return openStubService(({ url }) => ({ status: 200, body: url?.includes("since=") === true ? quiet : whole }));
}

const openRefusing = () => openStubService({ status: 403, body: refusal });

describe("one agent, one folder", () => {
  test.each([[["--listen", "0"]], [["--once"]]])(
    "a second one with %j is refused and touches nothing",
    async (more) => {
      await using edge = await openEdge();
      await edge.start();
      const { exitCode, stderr } = await edge.run(...more);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[FOLDER_TAKEN]")]);
      await edge.trustedAgain();
      // Whose marks were taken away would ask for the whole list anew.
      expect([edge.denied(), edge.asked()]).toEqual([["abc"], 1]);
    },
  );

  test("one that was killed leaves nothing that keeps the next one out", async () => {
    await using edge = await openEdge();
    const first = await edge.start();
    await first.end("SIGKILL");
    await edge.start();
    await edge.trustedAgain();
    expect(edge.denied()).toEqual(["abc"]);
  });

  test("one whose key is refused leaves the rows of the one before", async () => {
    await using edge = await openEdge();
    await edge.run("--once");
    await using refusing = await openRefusing();
    for (const more of [["--once"], []]) {
      const { exitCode, stderr } = await edge.runAt(refusing.address, ...more);
      expect([exitCode, stderr, edge.denied()]).toEqual([1, expect.stringContaining("[SCOPE_MISSING]"), ["abc"]]);
    }
  });

  test("one whose port is taken leaves the rows of the one before", async () => {
    await using edge = await openEdge();
    await edge.run("--once");
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { exitCode, stderr } = await edge.run("--listen", String((taken.address() as AddressInfo).port));
    expect([exitCode, stderr, edge.denied()]).toEqual([1, expect.stringContaining("EADDRINUSE"), ["abc"]]);
    taken.close();
  });

  test("one whose folder is replaced takes trust back and ends", async () => {
    await using edge = await openEdge();
    const first = await edge.start();
    renameSync(edge.path, `${edge.path}.old`);
    await edge.start();
    expect([await first.ended, first.said()]).toEqual([1, expect.stringContaining("[FOLDER_LOST]")]);
    await edge.trustedAgain();
    expect(edge.denied()).toEqual(["abc"]);
  });

  test.each([
    ["a file", join("deny", "sho.rt", "abc")],
    ["a folder of a host", join("deny", "sho.rt")],
    ["all denials", "deny"],
    ["the marks of trust", "heard"],
  ])("one that misses %s makes the list anew before it is trusted again", async (_what, name) => {
    await using edge = await openEdge();
    const agent = await edge.start();
    // Moved and not removed: whoever writes there meanwhile would keep a removal from its end.
    renameSync(join(edge.path, name), join(edge.path, "..", "gone"));
    await agent.says("made anew");
    await edge.trustedAgain();
    expect([edge.denied(), edge.asked()]).toEqual([["abc"], 2]);
  });
});

type Agent = {
  readonly ended: Promise<number | null>;
  said(): string;
  says(text: string): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** A question may take a second longer than that: one that failed on a slow machine would ask for the whole list again. */
const silence = "4s";

/** A folder that agents keep, and the feed that they follow. */
async function openEdge() {
  const folder = await makeTempFolder();
  const path = join(folder.path, "list");
  const feed = await openFeed();
  const agents: Agent[] = [];
  const runAt = (address: string, ...more: readonly string[]) =>
    runCli(["edge-agent", "--folder", path, "--server", address, ...more]);
  const trusted = (): boolean => existsSync(join(path, "heard", String(Math.floor(Date.now() / 100))));
  return {
    path,
    async start() {
      const agent = startAgent(["--folder", path, "--server", feed.address, "--silence", silence]);
      agents.push(agent);
      await agent.says("the cache is used");
      return agent;
    },
    runAt,
    run: (...more: readonly string[]) => runAt(feed.address, ...more),
    denied: () => readdirSync(join(path, "deny", "sho.rt")),
    trusted,
    async trustedAgain() {
      while (!trusted()) await pause(5);
    },
    /** How often the whole list was asked for. */
    asked: () => feed.seen.filter(({ url }) => url?.includes("since=") === false).length,
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.end("SIGKILL")));
      await feed[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function startAgent(args: readonly string[]): Agent {
  const child = spawn(process.execPath, [cliPath, "edge-agent", ...args], {
    env: { DATA_DIR: "/nonexistent/narrows" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    ended,
    said: () => said,
    async says(text) {
      while (!said.includes(text)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The agent ended.\n${said}`);
        await Promise.race([once(child.stderr, "data"), ended]);
      }
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
