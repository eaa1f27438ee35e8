import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { KeyScope } from "@narrows/links";
import { openSqlite } from "@narrows/links/sqlite";
import { describe, expect, it } from "vitest";
import { databasePath } from "../../src/index.ts";
import { openTestServer, temporaryFolder, type Send, type TestServer } from "../harness/running-server.ts";

type KeyOptions = { readonly owner?: string; readonly domain?: string | null; readonly expiresAt?: number };

/** Adds a key to the server's own database, as the command line does. */
async function addKey(server: TestServer, scopes: readonly KeyScope[], options: KeyOptions = {}) {
  const { owner = randomUUID(), domain = null, expiresAt = null } = options;
  const secret = `nrw_${randomUUID()}`;
  const id = randomUUID();
  const database = await openSqlite({ path: databasePath(server.dataDir) });
  const key = { id, ownerId: owner, name: "test", scopes, domain, createdAt: 0, expiresAt, revokedAt: null };
  await database.keys.create(key, createHash("sha256").update(secret).digest());
  await database.close();
  return { secret, id };
}

const longUrl = "https://example.com/";
const statusOf = async (server: TestServer, path: string, send: Send) => (await server.send(path, send)).status;
const quarantine: Send = { method: "POST", body: { reason: "phishing" } };

describe("scopes", () => {
  const requests: readonly (readonly [name: string, path: string, send: Send, scope: KeyScope])[] = [
    ["create", "/v1/urls", { method: "POST", body: { longUrl } }, "links:write"],
    ["bulk", "/v1/urls/bulk", { method: "POST", body: { links: [{ longUrl }] } }, "links:write"],
    ["list", "/v1/urls", {}, "links:read"],
    ["get", "/v1/urls/abc", {}, "links:read"],
    ["edit", "/v1/urls/abc", { method: "PATCH", body: { note: "x" } }, "links:write"],
    ["delete", "/v1/urls/abc", { method: "DELETE" }, "links:write"],
    ["quarantine", "/v1/urls/abc/quarantine", quarantine, "links:moderate"],
    ["release", "/v1/urls/abc/quarantine", { method: "DELETE" }, "links:moderate"],
    ["metrics", "/metrics", {}, "stats:read"],
  ];

  it("decide alone what a key may do", async () => {
    const server = await openTestServer();
    const scopes: readonly KeyScope[] = ["links:write", "links:read", "links:moderate", "stats:read", "admin"];
    const keys = await Promise.all(
      scopes.map(async (scope) => [scope, (await addKey(server, [scope])).secret] as const),
    );
    for (const [name, path, send, needed] of requests) {
      for (const [scope, key] of keys) {
        const isAllowed = scope === needed || scope === "admin";
        expect((await statusOf(server, path, { ...send, key })) !== 403, `${name} with ${scope}`).toBe(isAllowed);
      }
      const { status, headers } = await server.send(path, { ...send, key: null, headers: { via: "proxy" } });
      expect([status, headers.get("www-authenticate")], name).toEqual([401, 'Bearer realm="narrows"']);
    }
  });

  it("that are missing are named in the challenge", async () => {
    const server = await openTestServer();
    const { secret } = await addKey(server, ["links:read"]);
    const answer = await server.send("/v1/urls", { method: "POST", body: { longUrl }, key: secret });
    expect(answer.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="links:write"');
    expect(answer.json()).toMatchObject({ status: 403, code: "SCOPE_MISSING" });
  });

  it.each([
    ["en", "Use a key with the scope links:write."],
    ["ko", "links:write 권한 범위가 있는 키를 쓰세요."],
  ])("that are missing are named to people, in %s", async (language, mend) => {
    const server = await openTestServer();
    const { secret } = await addKey(server, ["links:read"]);
    const headers = { "accept-language": language };
    const answer = await server.send("/v1/urls", { method: "POST", body: { longUrl }, key: secret, headers });
    expect(answer.json()["mend"]).toBe(mend);
  });
});

describe("keys", () => {
  it("that are expired, revoked, unknown or malformed are refused, also where none is needed", async () => {
    const server = await openTestServer();
    const expired = await addKey(server, ["admin"], { expiresAt: 1 });
    const revoked = await addKey(server, ["admin"]);
    const database = await openSqlite({ path: databasePath(server.dataDir) });
    await database.keys.revoke(revoked.id, Date.now());
    await database.close();
    const create = { method: "POST", body: { longUrl } };
    const headers = (authorization: string): Send => ({ key: null, headers: { authorization } });
    for (const send of [
      headers(`Bearer ${expired.secret}`),
      headers(`Bearer ${revoked.secret}`),
      headers("Bearer nrw_unknown"),
      headers("Basic dXNlcjpwYXNz"),
      headers("Bearer"),
      headers("Bearer a b"),
      headers(""),
    ]) {
      const answer = await server.send("/v1/urls", { ...create, ...send });
      expect([answer.status, answer.json()["code"]], JSON.stringify(send)).toEqual([401, "KEY_INVALID"]);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    }
  });

  it.each([
    ["nrw_key-without-its-scheme", "en", /^Send Authorization: Bearer followed by your key/],
    ["Basic dXNlcjpwYXNz", "ko", /^Authorization: Bearer 뒤에 키를 붙여 보내세요/],
    ["Bearer nrw_unknown", "en", /mistyped, expired or revoked/],
  ])("in the header %s are refused with what is wrong with it, in %s", async (authorization, language, mend) => {
    const server = await openTestServer();
    const headers = { authorization, "accept-language": language };
    expect((await server.send("/v1/urls", { key: null, headers })).json()["mend"]).toMatch(mend);
  });

  it("that are revoked while the body is on its way change nothing", async () => {
    const server = await openTestServer();
    const { secret, id } = await addKey(server, ["links:write"]);
    const body = JSON.stringify({ longUrl, alias: "late" });
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      authorization: `Bearer ${secret}`,
      expect: "100-continue",
    };
    const create = request({ port: server.port, path: "/v1/urls", method: "POST", headers });
    create.flushHeaders();
    // The headers have been judged when another request that came later is answered.
    await once(create, "continue");
    create.write(body.slice(0, 10));
    await server.send("/healthz");
    const database = await openSqlite({ path: databasePath(server.dataDir) });
    await database.keys.revoke(id, Date.now());
    await database.close();
    create.end(body.slice(10));
    const [answer] = (await once(create, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(await statusOf(server, "/v1/urls/late", {})).toBe(404);
  });

  it("see their own owner's links alone; other people's do not exist", async () => {
    const server = await openTestServer();
    const ann = (await addKey(server, ["links:write", "links:read"])).secret;
    const bob = (await addKey(server, ["links:write", "links:read"])).secret;
    await server.create({ longUrl, alias: "anns" }, { key: ann });
    await server.create({ longUrl, alias: "nobodys" }, { key: null });
    const patch = { method: "PATCH", body: { note: "x" } };
    expect(await statusOf(server, "/v1/urls/anns", { key: ann })).toBe(200);
    expect(await statusOf(server, "/v1/urls/anns", { key: bob })).toBe(404);
    expect(await statusOf(server, "/v1/urls/anns", { ...patch, key: bob })).toBe(404);
    expect(await statusOf(server, "/v1/urls/anns", { method: "DELETE", key: bob })).toBe(404);
    expect(await statusOf(server, "/v1/urls/nobodys", { ...patch, key: bob })).toBe(404);
    expect((await server.send("/v1/urls", { key: bob })).json()["links"]).toEqual([]);
    expect((await server.send("/v1/urls", { key: ann })).json()["links"]).toHaveLength(1);
    expect((await server.send("/v1/urls")).json()["links"]).toHaveLength(2);
  });

  it("of one domain cannot reach another", async () => {
    const server = await openTestServer({ environment: { DOMAINS: "go.example" } });
    const key = (await addKey(server, ["links:write", "links:read"], { domain: "go.example" })).secret;
    const link = await server.create({ longUrl, alias: "abc" }, { key });
    expect(link["domain"]).toBe("go.example");
    const refused = await server.send("/v1/urls", { method: "POST", body: { longUrl, domain: "localhost" }, key });
    expect([refused.status, refused.json()["code"]]).toEqual([403, "DOMAIN_FORBIDDEN"]);
    await server.create({ longUrl, alias: "xyz" });
    expect(await statusOf(server, "/v1/urls/xyz?domain=localhost", { key })).toBe(404);
    expect(await statusOf(server, "/v1/urls/abc", { key })).toBe(200);
  });
});

describe("quarantine", () => {
  it("stops a link until a moderator releases it, whatever its owner tries", async () => {
    const server = await openTestServer();
    const owner = (await addKey(server, ["links:write", "links:read"])).secret;
    const moderator = (await addKey(server, ["links:moderate"])).secret;
    await server.create({ longUrl, alias: "abc" }, { key: owner });
    const stopped = await server.send("/v1/urls/abc/quarantine", { ...quarantine, key: moderator });
    expect(stopped.json()).toMatchObject({ state: "quarantined", quarantine: { reason: "phishing" } });
    const visit = await server.send("/abc");
    expect([visit.status, visit.json()["code"]]).toEqual([410, "LINK_BLOCKED"]);
    for (const send of [{ method: "PATCH", body: { note: "x" } }, { method: "DELETE" }]) {
      const answer = await server.send("/v1/urls/abc", { ...send, key: owner });
      expect([answer.status, answer.json()["code"]]).toEqual([409, "LINK_QUARANTINED"]);
    }
    expect(await statusOf(server, "/v1/urls/abc/quarantine", { method: "DELETE", key: owner })).toBe(403);
    expect((await server.send("/v1/urls/abc", { key: owner })).json()["state"]).toBe("quarantined");
    const released = await server.send("/v1/urls/abc/quarantine", { method: "DELETE", key: moderator });
    expect(released.json()).toMatchObject({ state: "active", quarantine: null });
    expect((await server.send("/abc")).status).toBe(302);
  });
});

describe("creation without a key", () => {
  const create = (server: TestServer, headers: Readonly<Record<string, string>> = {}) =>
    statusOf(server, "/v1/urls", { method: "POST", body: { longUrl }, key: null, headers });

  it("is for the person at this machine", async () => {
    const server = await openTestServer();
    expect(await create(server)).toBe(201);
    for (const header of [
      "x-forwarded-for",
      "x-forwarded-proto",
      "forwarded",
      "via",
      "x-real-ip",
      "cf-connecting-ip",
    ]) {
      expect(await create(server, { [header]: "1.2.3.4" }), header).toBe(401);
    }
  });

  it.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ["a BASE_URL elsewhere", { BASE_URL: "https://sho.rt" }, 401],
    ["a proxy", { TRUSTED_PROXIES: "10.0.0.1" }, 401],
    ["every interface", { HOST: "0.0.0.0" }, 401],
    ["ANONYMOUS_CREATE=off", { ANONYMOUS_CREATE: "off" }, 401],
    ["ANONYMOUS_CREATE=on", { ANONYMOUS_CREATE: "on", BASE_URL: "https://sho.rt", HOST: "0.0.0.0" }, 201],
  ])("with %s", async (_name, environment, status) => {
    expect(await create(await openTestServer({ environment }))).toBe(status);
  });

  it("is over when the request's Host is not loopback", async () => {
    const server = await openTestServer();
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { host: "rebound.example", "content-type": "application/json" };
    request({ port: server.port, path: "/v1/urls", method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end(JSON.stringify({ longUrl }));
    expect(await promise).toBe(401);
  });

  it("gives the right to create and nothing else", async () => {
    const server = await openTestServer();
    await server.create({ longUrl, alias: "abc" }, { key: null });
    expect(await statusOf(server, "/v1/urls", { key: null })).toBe(401);
    expect(await statusOf(server, "/v1/urls/abc", { key: null })).toBe(401);
    expect(await statusOf(server, "/v1/urls/abc", { method: "DELETE", key: null })).toBe(401);
    const bulk = { method: "POST", body: { links: [{ longUrl }] }, key: null };
    expect(await statusOf(server, "/v1/urls/bulk", bulk)).toBe(401);
  });
});

describe("the administrator's key", () => {
  it("is made once, readable by its owner alone, and works again after a restart", async () => {
    const { readFile, stat } = await import("node:fs/promises");
    const dataDir = await temporaryFolder();
    const environment = { ADMIN_KEY: "" };
    const first = await openTestServer({ dataDir, environment });
    const key = (await readFile(`${dataDir}/admin-key`, "utf8")).trim();
    expect(key).toMatch(/^nrw_[\w-]{43}$/);
    expect((await stat(`${dataDir}/admin-key`)).mode & 0o777).toBe(0o600);
    expect(await statusOf(first, "/metrics", { key })).toBe(200);
    await first.stop();
    const second = await openTestServer({ dataDir, environment });
    expect(await statusOf(second, "/metrics", { key })).toBe(200);
  });
});
