import { createMetrics, mergeMetrics } from "@narrows/service";
import { expect, it } from "vitest";
import { registerSharedMetrics } from "../../src/metrics/shared-metrics.ts";

async function trustOf(...workers: readonly boolean[]): Promise<string | undefined> {
  const parts = await Promise.all(
    workers.map(async (isTrusted, index) => {
      const metrics = createMetrics();
      registerSharedMetrics(metrics, undefined, () => isTrusted);
      return { process: String(index), snapshot: await metrics.snapshot() };
    }),
  );
  const { body } = await mergeMetrics(parts, []);
  return /^narrows_shared_cache_trusted (.*)$/m.exec(body)?.[1];
}

it("tells of the shared cache that every worker trusts it, not how many do", async () => {
  expect(await trustOf(true, true, true)).toBe("1");
  expect(await trustOf(true, false, true)).toBe("0");
});
