import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { endChild, keepTrackOf } from "../../services/child-processes.ts";
import { startRedis } from "../../services/redis-server.ts";

const program = fileURLToPath(new URL("./ask-at-once.ts", import.meta.url));

describe("four processes on one key", () => {
  it("are let through 5 times of 1,000 at once", async () => {
    await using server = await startRedis();
    await using stack = new AsyncDisposableStack();
    const children = Array.from({ length: 4 }, () => keepTrackOf(fork(program, [String(server.port), "250"])));
    for (const child of children) stack.defer(() => endChild(child, "SIGKILL"));
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
