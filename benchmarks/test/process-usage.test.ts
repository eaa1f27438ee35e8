import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { treeOf } from "../src/process/tree-usage.ts";
import { sumPsTree } from "../src/process/usage-ps.ts";
import { readUsage } from "../src/process/usage.ts";

test("counts the CPU that a grandchild's threads have used", async () => {
  const burn = "while (process.cpuUsage().user < 600_000); ";
  const worker = `new (require("worker_threads").Worker)(${JSON.stringify(`${burn}process.stdout.write("burnt")`)}, { eval: true }); setInterval(() => {}, 1000);`;
  const parent = `const c = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(worker)}], { stdio: "inherit" }); process.on("SIGTERM", () => { c.kill("SIGKILL"); process.exit(); });`;
  const child = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const before = await readUsage(child.pid ?? 0);
    await once(child.stdout, "data");
    const after = await readUsage(child.pid ?? 0);
    // The grandchild's own, which it has used at least; the child beside it only starts, in a tenth of that.
    expect(after.cpuSeconds - before.cpuSeconds).toBeGreaterThan(0.5);
    expect(after.residentMiB).toBeGreaterThan(before.residentMiB);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

test("says that a process has ended instead of counting nothing", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  await expect(readUsage(child.pid ?? 0)).rejects.toThrow("has ended");
});

test("finds descendants whatever the order in which processes are listed", () => {
  const parents = new Map([
    [40, 30],
    [30, 20],
    [20, 1],
    [99, 1],
  ]);
  expect(treeOf(20, parents)).toEqual(new Set([20, 30, 40]));
});

test("reads days, hours, minutes and hundredths from ps", () => {
  const output = "  10     1  2048  1-02:03:04\n  11    10  1024    0:01.50\n  12     1  9999   99:59.00\n";
  expect(sumPsTree(10, output)).toEqual({
    cpuSeconds: 86_400 + 2 * 3600 + 3 * 60 + 4 + 1.5,
    residentMiB: 3,
    proportionalMiB: undefined,
  });
});
