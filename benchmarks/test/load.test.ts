import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { autocannon } from "../src/load/autocannon.ts";
import { runOpenLoop } from "../src/load/open-loop.ts";
import { followPlan, unknownPlan, type RequestPlan } from "../src/load/request-plan.ts";
import { wrk } from "../src/load/wrk.ts";

const folder = mkdtempSync(join(tmpdir(), "narrows-load-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const generators = [autocannon, ...((await wrk.version()) === undefined ? [] : [wrk])];

describe.each(generators)("$name", (generator) => {
  const run = (origin: string, plan: RequestPlan, checkEveryStatus = true) =>
    generator.run({ origin, plan, seconds: 1, connections: 4, checkEveryStatus, core: undefined, folder, signal });

  test("sends the paths in turn, from the one it is told to begin with", { timeout: 120_000 }, async () => {
    const seen: string[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(302).end();
    });
    const result = await run(origin, followPlan(["/a", "/b", "/c"], 1));
    expect(result).toMatchObject({ errors: 0 });
    expect(result.requests).toBeGreaterThan(20);
    expect(seen.length).toBeGreaterThanOrEqual(result.requests);
    expect(seen.filter((path) => path === "/b").length / seen.length).toBeCloseTo(1 / 3, 1);
    expect(seen.indexOf("/b")).toBeLessThan(seen.indexOf("/a"));
  });

  test("sends a body of its own with every create", { timeout: 120_000 }, async () => {
    const bodies: string[] = [];
    const origin = await serve((request, response) => {
      void textOf(request).then((body) => {
        bodies.push(body);
        response.writeHead(request.headers["x-key"] === "k" ? 201 : 401).end();
      });
    });
    const plan = { ...followPlan(["/make"]), method: "POST" as const, expectedStatus: 201 };
    const result = await run(origin, { ...plan, headers: { "x-key": "k" }, body: '{"n":"{n}"}', firstNumber: 100 });
    expect(result.errors).toBe(0);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(bodies).toContain('{"n":"100"}');
  });

  test("counts each answer of another status as an error", { timeout: 120_000 }, async () => {
    let answers = 0;
    const origin = await serve((_request, response) => {
      answers += 1;
      response.writeHead(answers % 2 === 0 ? 200 : 302).end();
    });
    const result = await run(origin, followPlan(["/a"]));
    expect(result.errors / result.requests).toBeCloseTo(0.5, 1);
  });

  test("takes a refusal for right where the plan expects it", { timeout: 120_000 }, async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end());
    expect(await run(origin, unknownPlan(["/a"]), false)).toMatchObject({ errors: 0 });
    expect((await run(origin, followPlan(["/a"]), false)).errors).toBeGreaterThan(20);
  });
});

test(
  "counts latency from the intended time, so that a pause meets all who would have come",
  { timeout: 120_000 },
  async () => {
    const pauseMs = 500;
    let answers = 0;
    const origin = await serve((_request, response) => {
      answers += 1;
      if (answers === 50) blockFor(pauseMs);
      response.writeHead(302).end();
    });
    const load = { origin, plan: followPlan(["/a"]), perSecond: 100, seconds: 1, connections: 4 };
    const result = await runOpenLoop({ ...load, core: undefined, folder, signal });
    expect(result).toMatchObject({ planned: 100, requests: 100, errors: 0 });
    // About 50 requests fell into the pause; a closed loop would have seen four slow ones, and a p95 of nothing.
    expect(result.p99Ms).toBeGreaterThan(pauseMs * 0.7);
    expect(result.maxMs).toBeGreaterThan(pauseMs * 0.9);
  },
);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
