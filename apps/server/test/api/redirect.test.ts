import { describe, expect, it } from "vitest";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { openTestServer, type TestServer } from "../harness/running-server.ts";

const longUrl = "https://example.com/~a%20b?x=%2B+&y#z";
const browser = "text/html,application/xhtml+xml,*/*;q=0.8";

async function follow(server: TestServer, path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await server.send(path, { key: null, headers });
  return { ...answer, location: answer.headers.get("location") };
}

describe("GET /{code}", () => {
  it("sends the destination byte for byte and lets no copy be kept", async () => {
    const server = await openTestServer();
    await server.create({ longUrl, alias: "abc" });
    for (const path of ["/abc", "/abc", "/%61bc", "/abc?utm_source=x", "/abc?"]) {
      const answer = await follow(server, path, { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" });
      expect([answer.status, answer.location], path).toEqual([302, longUrl]);
      expect(answer.headers.get("cache-control")).toBe("private, max-age=0");
      expect(answer.headers.get("content-length")).toBe("0");
    }
  });

  it("tells letters apart", async () => {
    const server = await openTestServer();
    await server.create({ longUrl, alias: "abc" });
    expect((await follow(server, "/ABC")).status).toBe(404);
  });

  it("answers 410 exactly from the instant of expiry on, also from memory", async () => {
    let now = Date.parse("2030-01-01T00:00:00.000Z");
    const server = await openTestServer({ clocks: { now: () => now, monotonicMs: () => performance.now() } });
    await server.create({ longUrl, alias: "abc", expiresAt: "2030-01-01T00:00:10Z" });
    now += 9_999;
    expect((await follow(server, "/abc")).status).toBe(302);
    now += 1;
    const gone = await follow(server, "/abc");
    expect([gone.status, gone.json()["code"]]).toEqual([410, "LINK_EXPIRED"]);
    expect(gone.headers.get("cache-control")).toBe("no-store");
    expect((await server.send("/v1/urls/abc")).json()["state"]).toBe("expired");
  });

  it("follows every change at once", async () => {
    const server = await openTestServer();
    await server.create({ longUrl, alias: "abc" });
    const edit = (body: object) => server.send("/v1/urls/abc", { method: "PATCH", body });
    const statusOf = async () => (await follow(server, "/abc")).status;
    expect(await statusOf()).toBe(302);
    expect((await edit({ enabled: false })).json()).toMatchObject({ state: "disabled", version: 2 });
    expect(await statusOf()).toBe(410);
    await edit({ enabled: true, longUrl: "https://example.org/", status: 308 });
    expect(await follow(server, "/abc")).toMatchObject({ status: 308, location: "https://example.org/" });
    expect((await server.send("/v1/urls/abc", { method: "DELETE" })).status).toBe(204);
    expect((await follow(server, "/abc")).json()).toMatchObject({ status: 410, code: "LINK_GONE" });
    const again = await server.send("/v1/urls", { method: "POST", body: { longUrl, alias: "abc" } });
    expect([again.status, again.json()["code"]]).toEqual([409, "ALIAS_TAKEN"]);
  });

  it("finds a link that was made right after it was found missing", async () => {
    const server = await openTestServer();
    expect((await follow(server, "/soon")).status).toBe(404);
    await server.create({ longUrl, alias: "soon" });
    expect((await follow(server, "/soon")).status).toBe(302);
  });

  it("shows people a page in their language and programs a problem, with nothing of the request in either", async () => {
    const server = await openTestServer();
    const page = await follow(server, "/reflected", { accept: browser, "accept-language": "ko" });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-language")).toBe("ko");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.text).not.toContain("reflected");
    const problem = await follow(server, "/reflected", { "accept-language": "ko" });
    expect(problem.headers.get("content-type")).toBe("application/problem+json");
    expect(problem.headers.get("vary")).toContain("Accept");
    expect(problem.json()).toMatchObject({ code: "LINK_UNKNOWN", title: "없는 단축 링크입니다." });
    expect(problem.text).not.toContain("reflected");
  });

  it("gives people the reason that programs get, and a page of its own for what is no short link", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const server = await openTestServer({ clocks: { now: () => now, monotonicMs: () => performance.now() } });
    await server.create({ longUrl, alias: "off" });
    await server.send("/v1/urls/off", { method: "PATCH", body: { enabled: false } });
    await server.create({ longUrl, alias: "held" });
    await server.send("/v1/urls/held/quarantine", { method: "POST", body: { reason: "phishing" } });
    await server.create({ longUrl, alias: "old", expiresAt: "2030-01-01T00:00:01Z" });
    now += 1_000;
    for (const [path, code, title] of [
      ["/off", "LINK_GONE", "no longer in use"],
      ["/old", "LINK_EXPIRED", "has expired"],
      ["/held", "LINK_BLOCKED", "stopped for safety"],
      ["/missing", "LINK_UNKNOWN", "short link does not exist"],
      ["/~/nope", "NOT_FOUND", "no page at this address"],
    ] as const) {
      expect((await follow(server, path)).json()["code"], path).toBe(code);
      expect((await follow(server, path, { accept: browser })).text, path).toContain(title);
    }
  });

  it("speaks the language that a person asked for, now or before", async () => {
    const server = await openTestServer();
    for (const path of ["/missing", "/~/nope"]) {
      const asked = await follow(server, `${path}?a=1&lang=ko`, { accept: browser });
      const before = await follow(server, path, { accept: browser, cookie: "lang=ko" });
      for (const { headers, text } of [asked, before]) {
        expect(headers.get("content-language")).toBe("ko");
        expect(text).toContain('<html lang="ko">');
        expect(headers.get("vary")).toContain("Cookie");
      }
    }
  });

  it("tells people with a page that a host is not served", async () => {
    const server = await openTestServer({ environment: { BASE_URL: "https://sho.rt" } });
    for (const path of ["/abc", "/"]) {
      const page = await sendRaw(server.port, rawGet(path, ["Host: other.example", `Accept: ${browser}`]));
      expect([page.status, page.body]).toEqual([421, expect.stringContaining("This name is not served here")]);
      const problem = await sendRaw(server.port, rawGet(path, ["Host: other.example"]));
      expect([problem.status, problem.body]).toEqual([421, expect.stringContaining("HOST_UNKNOWN")]);
    }
  });

  it("knows no other method", async () => {
    const server = await openTestServer();
    await server.create({ longUrl, alias: "abc" });
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await server.send("/abc", { method });
      expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "GET, HEAD"]);
    }
    expect((await follow(server, "/abc")).status).toBe(302);
  });
});

describe("addresses of the API", () => {
  it("say which methods they know", async () => {
    const server = await openTestServer();
    const allowed = async (path: string) => {
      const answer = await server.send(path, { method: "PUT", body: {} });
      return [answer.status, answer.json()["code"], answer.headers.get("allow")];
    };
    expect(await allowed("/v1/urls")).toEqual([405, "METHOD_NOT_ALLOWED", "POST, GET, HEAD"]);
    expect(await allowed("/v1/urls/x/quarantine")).toEqual([405, "METHOD_NOT_ALLOWED", "POST, DELETE"]);
    for (const path of ["/healthz", "/", "/~/docs", "/favicon.ico", "/~/qr/AbC123Z.svg", "/~/assets/1/site.css"]) {
      expect(await allowed(path), path).toEqual([405, "METHOD_NOT_ALLOWED", "GET, HEAD"]);
    }
  });

  it("that do not exist are told to programs as a problem and to people as a page", async () => {
    const server = await openTestServer();
    for (const path of ["/v1/nothing", "/v2/urls", "/a/b", "/v1", "/~/nothing", "/robots.txt"]) {
      const answer = await server.send(path);
      expect([answer.status, answer.headers.get("content-type")?.split(";")[0]], path).toEqual([
        404,
        "application/problem+json",
      ]);
    }
    const page = await server.send("/a/b", { headers: { accept: browser } });
    expect(page.headers.get("content-type")).toContain("text/html");
  });
});
