import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { startRedis } from "../../services/redis-server.ts";

const program = fileURLToPath(new URL("./ask-at-once.ts", import.meta.url));

describe("four processes on one key", () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children) child.kill("SIGKILL");
  });

  it("are let through 5 times of 1,000 at once", async () => {
    await using server = await startRedis();
    for (let i = 0; i < 4; i += 1) children.push(fork(program, [String(server.port), "250"]));
    await Promise.all(children.map((child) => once(child, "message")));
    const passed = children.map(async (child) => {
      const [count] = (await once(child, "message")) as [number];
      return count;
    });
    for (const child of children) child.send("go");
    const counts = await Promise.all(passed);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });
});
