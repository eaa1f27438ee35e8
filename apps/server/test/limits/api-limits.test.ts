import { createLogger } from "@narrows/service";
import { describe, expect, it } from "vitest";
import { openTestServer, type Answer, type TestServer } from "../harness/running-server.ts";
import { behindProxy, from, openLimitedServer, perMinute } from "./limited-server.ts";

const body = { longUrl: "https://example.com/" };
const create = (server: TestServer, more: object = {}): Promise<Answer> =>
  server.send("/v1/urls", { method: "POST", body, ...more });

async function statuses(count: number, send: () => Promise<Answer>): Promise<readonly number[]> {
  const found: number[] = [];
  for (let sent = 0; sent < count; sent += 1) found.push((await send()).status);
  return found;
}

describe("a limit of creates", () => {
  it("refuses the one after the last with 429, says when to come back, and keeps the promise", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 3));
    server.pass(12_345);
    expect(await statuses(3, () => create(server))).toEqual([201, 201, 201]);
    const refused = await create(server);
    expect(refused.status).toBe(429);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": "48",
      "cache-control": "no-store",
      "content-type": expect.stringMatching(/^application\/problem\+json/),
      "ratelimit-policy": '"create";q=3;w=60',
      ratelimit: '"create";r=0;t=48',
    });
    expect(refused.json()).toMatchObject({
      type: "/~/docs#RATE_LIMITED",
      status: 429,
      code: "RATE_LIMITED",
      "violated-policies": ["create"],
      retry_after: 48,
    });
    server.pass(47_654);
    expect((await create(server)).status).toBe(429);
    server.pass(1);
    expect((await create(server)).status).toBe(201);
  });

  it("tells what is left on every answer that it let through, refusals for other reasons among them", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 10));
    const made = await create(server);
    expect(made.headers.get("ratelimit")).toBe('"create";r=9;t=60');
    expect(made.headers.get("ratelimit-policy")).toBe('"create";q=10;w=60');
    const bad = await create(server, { body: "{" });
    expect([bad.status, bad.headers.get("ratelimit")]).toEqual([400, '"create";r=8;t=60']);
    const list = await server.send("/v1/urls");
    expect([list.status, list.headers.get("ratelimit")]).toEqual([200, null]);
  });

  it("is told in Korean to who reads Korean", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 1));
    await create(server);
    const refused = await create(server, { headers: { "accept-language": "ko" } });
    expect(refused.json()).toMatchObject({ title: "요청이 너무 많습니다.", code: "RATE_LIMITED" });
  });

  it("is asked before the body: nobody reads what an answer of 429 would not need", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 1));
    await create(server);
    expect((await create(server, { body: "{" })).status).toBe(429);
  });

  it("counts replays of an Idempotency-Key too", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 2));
    const headers = { "idempotency-key": "one" };
    const answers = await statuses(3, () => create(server, { headers }));
    expect(answers).toEqual([201, 201, 429]);
  });

  it("leaves reads and changes alone, which have limits of their own", async () => {
    const policies = ["read", "change"].map((name) => perMinute(name, name, "key", 1).replace("policies:\n", ""));
    const server = await openLimitedServer(`policies:\n${policies.join("")}`);
    const { shortCode } = await server.create(body);
    await server.create(body);
    const edit = () => server.send(`/v1/urls/${String(shortCode)}`, { method: "PATCH", body: { note: "n" } });
    expect(await statuses(2, edit)).toEqual([200, 429]);
    expect(await statuses(2, () => server.send("/v1/urls"))).toEqual([200, 429]);
    expect((await server.send("/healthz")).status).toBe(200);
  });

  it("is counted in the metrics, without an address", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 1));
    await statuses(3, () => create(server));
    const { text } = await server.send("/metrics");
    expect(text).toContain('narrows_limit_decisions_total{purpose="create",outcome="allowed"} 1');
    expect(text).toContain('narrows_limit_decisions_total{purpose="create",outcome="refused"} 2');
    expect(text).toContain('narrows_api_requests_total{method="POST",route="/v1/urls",status="429"} 2');
    expect(text).not.toMatch(/127\.0\.0\.1|::1/);
  });
});

describe("who is counted", () => {
  const open = { ANONYMOUS_CREATE: "on" };
  const anonymous = { key: null };

  it("is the key where a policy counts per key: whoever has none is not", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 1), open);
    expect(await statuses(2, () => create(server))).toEqual([201, 429]);
    expect(await statuses(2, () => create(server, anonymous))).toEqual([201, 201]);
  });

  it("is the address where a policy counts per address, whatever key it sends", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "address", 2), open);
    expect([(await create(server)).status, (await create(server, anonymous)).status]).toEqual([201, 201]);
    expect([(await create(server)).status, (await create(server, anonymous)).status]).toEqual([429, 429]);
  });

  it("is not changed by a header that nobody trusts", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "address", 3), open);
    let last = 0;
    const rotated = () => create(server, { ...anonymous, ...from(`192.0.2.${(last += 1)}`) });
    expect(await statuses(5, rotated)).toEqual([201, 201, 201, 429, 429]);
  });

  it("is whom a trusted proxy names, and no further than it is trusted", async () => {
    const policies = perMinute("create", "create", "address", 1);
    const server = await openLimitedServer(policies, { ...open, ...behindProxy });
    const as = async (address: string) => (await create(server, { ...anonymous, ...from(address) })).status;
    expect([await as("192.0.2.1"), await as("192.0.2.1")]).toEqual([201, 429]);
    expect(await as("192.0.2.2")).toBe(201);
    expect(await as("203.0.113.9, 192.0.2.1")).toBe(429);
    expect([await as("2001:db8::1"), await as("2001:db8::ffff:2"), await as("2001:db8:0:1::1")]).toEqual([
      201, 429, 201,
    ]);
  });

  it("is not the person at this machine, nor who has a key, where a policy excepts them", async () => {
    const policy = perMinute("strangers", "create", "address", 1).replace(
      "per: address",
      "per: address\n    except: [keys, local]",
    );
    const server = await openLimitedServer(policy, open);
    expect(await statuses(3, () => create(server, anonymous))).toEqual([201, 201, 201]);
    const stranger = { ...anonymous, ...from("192.0.2.1") };
    expect(await statuses(2, () => create(server, stranger))).toEqual([201, 429]);
    expect((await create(server, from("192.0.2.1"))).status).toBe(201);
  });
});

describe("a bulk request", () => {
  const bulk = (server: TestServer, rows: number): Promise<Answer> =>
    server.send("/v1/urls/bulk", { method: "POST", body: { links: Array.from({ length: rows }, () => body) } });

  it("costs its rows, and is made as a whole or not at all", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 10));
    const first = await bulk(server, 7);
    expect([first.status, first.headers.get("ratelimit")]).toEqual([200, '"create";r=3;t=60']);
    const second = await bulk(server, 4);
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await bulk(server, 2)).status).toBe(200);
    const { links } = (await server.send("/v1/urls?limit=100")).json() as { links: readonly unknown[] };
    expect(links).toHaveLength(9);
  });

  it("costs the one unit for which its body was read when its rows are refused", async () => {
    const server = await openLimitedServer(perMinute("create", "create", "key", 3));
    await create(server);
    const costs = [await bulk(server, 3), await bulk(server, 3), await bulk(server, 3)];
    expect(costs.map(({ status, headers }) => [status, headers.get("ratelimit")])).toEqual([
      [429, '"create";r=1;t=60'],
      [429, '"create";r=0;t=60'],
      [429, '"create";r=0;t=60'],
    ]);
    expect((await server.send("/metrics")).text).toContain('{purpose="create",outcome="refused"} 3');
  });

  it("can be made after exactly the wait that its refusal named", async () => {
    const policy = `policies:\n  - {name: c, for: create, per: key, algorithm: token-bucket, capacity: 10, refill: 1, every: 1s}\n`;
    for (const [waitMs, status] of [
      [4_999, 429],
      [5_000, 200],
    ] as const) {
      const server = await openLimitedServer(policy);
      await bulk(server, 8);
      // Two were left, and the refusal costs one of them.
      expect((await bulk(server, 6)).headers.get("retry-after")).toBe("5");
      server.pass(waitMs);
      expect((await bulk(server, 6)).status).toBe(status);
    }
  });

  it("of more rows than a policy can ever give takes all of it, and of the others its rows", async () => {
    const low = perMinute("low", "create", "key", 2);
    const high = perMinute("high", "create", "key", 100).replace("policies:\n", "");
    const server = await openLimitedServer(low + high);
    const made = await bulk(server, 5);
    expect([made.status, made.headers.get("ratelimit")]).toEqual([200, '"low";r=0;t=60, "high";r=95;t=60']);
    expect((await bulk(server, 5)).status).toBe(429);
  });
});

describe("a refusal of what came through a proxy that nobody trusts", () => {
  it("is told to the operator once, without an address", async () => {
    const warnings: string[] = [];
    const log = createLogger({ level: "warn", write: (line) => void warnings.push(line) });
    const server = await openLimitedServer(perMinute("create", "create", "address", 1), {}, log);
    await statuses(3, () => create(server));
    expect(warnings).toEqual([]);
    await statuses(3, () => create(server, from("192.0.2.1")));
    expect(warnings).toEqual([expect.stringContaining("TRUSTED_PROXIES does not name")]);
    expect(warnings.join("")).not.toMatch(/192|127/);
  });
});

describe("without limits", () => {
  it("nobody is refused, and nothing is told", async () => {
    const server = await openLimitedServer("policies: []\n");
    const answer = await create(server);
    expect([answer.status, answer.headers.get("ratelimit")]).toEqual([201, null]);
    const codes = await statuses(30, () => server.send("/unknown", from("192.0.2.1")));
    expect(new Set(codes)).toEqual(new Set([404]));
  });

  it("of his own, a person at this machine meets none of the built-in ones by looking for links one by one", async () => {
    const server = await openTestServer();
    const codes = await statuses(1_100, () => server.send("/unknown", { key: null }));
    expect(new Set(codes)).toEqual(new Set([404]));
  });
});
