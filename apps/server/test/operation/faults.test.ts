import { rename } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { createLogger } from "@narrows/service";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { databasePath } from "../../src/index.ts";
import { openTestServer } from "../harness/running-server.ts";

describe("an outage", () => {
  it("is in the log with its reason, and does not fill the disk with itself", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "error", write: (line) => lines.push(line) });
    const server = await openTestServer({ log });
    const path = databasePath(server.dataDir);
    await rename(path, `${path}.moved`);
    const create = () => server.send("/v1/urls", { method: "POST", body: { longUrl: "https://example.com/" } });
    const answers = await Promise.all(Array.from({ length: 100 }, create));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const said = lines.filter((line) => line.includes("requestId"));
    expect(said.length).toBeGreaterThanOrEqual(1);
    // One a second at most; the slowest machine does not take so long.
    expect(said.length).toBeLessThan(answers.length / 2);
    expect(said[0]).toContain("moved, removed or replaced");
  });
});

describe("a node that does not hear of changes in time", () => {
  it("is not ready", async () => {
    // Between any two looks at this clock lies more than the second after which a silence counts.
    let nowMs = 0;
    const clocks = { now: () => Date.now(), monotonicMs: () => (nowMs += 2_000) };
    const server = await openTestServer({ clocks });
    const answer = await server.send("/readyz");
    expect([answer.status, answer.json()["checks"]]).toEqual([503, expect.objectContaining({ changes: "unheard" })]);
    const withoutKey = await server.send("/readyz", { key: null });
    expect([answer, withoutKey].map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1"]);
  });
});

describe("Idempotency-Keys whose time is over", () => {
  it("are removed from the file while the service runs", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let now = Date.parse("2030-01-01T00:00:00Z");
    const server = await openTestServer({ clocks: { now: () => now, monotonicMs: () => performance.now() } });
    await server.create({ longUrl: "https://example.com/" }, { headers: { "idempotency-key": "k" } });
    const database = new DatabaseSync(databasePath(server.dataDir), { readOnly: true });
    onTestFinished(() => database.close());
    const kept = () => Number(database.prepare("SELECT count(*) AS kept FROM idempotency").get()?.["kept"]);
    expect(kept()).toBe(1);
    now += 24 * 60 * 60 * 1_000;
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(kept()).toBe(0), { timeout: 60_000 });
  });
});
