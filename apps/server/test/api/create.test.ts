import { describe, expect, it } from "vitest";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { openTestServer, shareTestServer } from "../harness/running-server.ts";

describe("POST /v1/urls", () => {
  it("answers 201 with every field in the documented order, and the link redirects at once", async () => {
    const server = await openTestServer();
    const body = { longUrl: "https://example.com/a?b=%2B#c", tags: ["b", "a", "b"], note: "n", status: 307 };
    const answer = await server.send("/v1/urls", { method: "POST", body });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const link = answer.json();
    expect(Object.keys(link).join(" ")).toBe(
      "shortCode shortUrl longUrl domain kind status state enabled tags note expiresAt maxClicks clicksLeft createdAt updatedAt version quarantine",
    );
    expect(link).toMatchObject({ ...body, tags: ["a", "b"], kind: "generated", domain: "localhost", version: 1 });
    expect(link["shortUrl"]).toBe(`${server.url}/${String(link["shortCode"])}`);
    const redirect = await server.send(`/${String(link["shortCode"])}`, { key: null });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([307, body.longUrl]);
  });

  it("echoes expiresAt as the same instant in UTC", async () => {
    const server = await openTestServer();
    const link = await server.create({ longUrl: "https://example.com/", expiresAt: "2999-01-01T00:00:00+09:00" });
    expect(link["expiresAt"]).toBe("2998-12-31T15:00:00.000Z");
  });

  it("lets one of two creates for one alias win and tells the other", async () => {
    const server = await openTestServer();
    const create = () =>
      server.send("/v1/urls", { method: "POST", body: { longUrl: "https://example.com/", alias: "promo" } });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.json()).toMatchObject({ code: "ALIAS_TAKEN", field: "alias", type: "/~/docs#ALIAS_TAKEN" });
  });

  it("makes a new link for who reuses without a key, as the field's description says", async () => {
    const create = { method: "POST", body: { longUrl: "https://example.com/reuse", reuse: true }, key: null };
    const server = await openTestServer();
    const answers = [await server.send("/v1/urls", create), await server.send("/v1/urls", create)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await server.send("/openapi.json")).text).toContain("Without a key no link is yours");
  });

  it("answers 200 with the link that is there when reuse is asked for", async () => {
    const server = await openTestServer();
    const body = { longUrl: "https://example.com/reuse", reuse: true };
    const first = await server.send("/v1/urls", { method: "POST", body });
    const second = await server.send("/v1/urls", { method: "POST", body });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.text).toBe(first.text);
  });
});

describe("a create that cannot be accepted", () => {
  const shared = shareTestServer();

  it.each([
    [{ longUrl: "https://example.com/", alias: "a.b" }, 400, "ALIAS_MALFORMED", "alias"],
    [{ longUrl: "https://example.com/", alias: "한글" }, 400, "ALIAS_MALFORMED", "alias"],
    [{ longUrl: "https://example.com/", alias: "a".repeat(65) }, 400, "ALIAS_MALFORMED", "alias"],
    [{ longUrl: "https://example.com/", alias: "" }, 400, "ALIAS_MALFORMED", "alias"],
    [{ longUrl: "https://example.com/", alias: "HealthZ" }, 422, "ALIAS_RESERVED", "alias"],
    [{ longUrl: "example.com" }, 422, "DESTINATION_NOT_ABSOLUTE", "longUrl"],
    [{ longUrl: "" }, 422, "DESTINATION_NOT_ABSOLUTE", "longUrl"],
    [{ longUrl: "javascript:alert(1)" }, 422, "DESTINATION_SCHEME", "longUrl"],
    [{ longUrl: `https://example.com/${"a".repeat(8_192)}` }, 422, "DESTINATION_TOO_LONG", "longUrl"],
    [{ longUrl: "https://u:p@example.com/" }, 422, "DESTINATION_CREDENTIALS", "longUrl"],
    [{ longUrl: "http://0x7f.1/" }, 422, "DESTINATION_PRIVATE", "longUrl"],
    [{ longUrl: "http://LOCALHOST.:1/x" }, 422, "DESTINATION_OWN_DOMAIN", "longUrl"],
    [{ longUrl: "https://example.com/", expiresAt: "2999-01-01T00:00:00" }, 422, "EXPIRY_MALFORMED", "expiresAt"],
    [{ longUrl: "https://example.com/", expiresAt: "2999-02-30T00:00:00Z" }, 422, "EXPIRY_MALFORMED", "expiresAt"],
    [{ longUrl: "https://example.com/", expiresAt: "2001-01-01T00:00:00Z" }, 422, "EXPIRY_PAST", "expiresAt"],
    [{ longUrl: "https://example.com/", domain: "other.example" }, 422, "DOMAIN_UNKNOWN", "domain"],
    [{ longUrl: "https://example.com/", status: 303 }, 422, "INVALID_VALUE", "status"],
    [{ longUrl: "https://example.com/", note: "n".repeat(1_001) }, 422, "INVALID_VALUE", "note"],
    [{ longUrl: "https://example.com/", tags: ["ok", "a\u0000"] }, 422, "INVALID_VALUE", "tags[1]"],
    [{ longUrl: "https://example.com/", tags: Array(21).fill("t") }, 422, "INVALID_VALUE", "tags"],
  ])("refuses %j", async (body, status, code, field) => {
    const answer = await shared().send("/v1/urls", { method: "POST", body });
    expect([answer.status, answer.json()["code"], answer.json()["field"]]).toEqual([status, code, field]);
    expect((await shared().send("/v1/urls")).json()["links"]).toEqual([]);
  });
});

describe("domains", () => {
  it("keep codes of their own, and the Host header chooses", async () => {
    const server = await openTestServer({ environment: { BASE_URL: "http://sho.rt", DOMAINS: "go.example" } });
    await server.create({ longUrl: "https://example.com/default", alias: "same" });
    const other = await server.create({ longUrl: "https://example.com/other", alias: "same", domain: "GO.example" });
    expect(other).toMatchObject({ domain: "go.example", shortUrl: "http://go.example/same" });
    const shown = await server.send("/v1/urls/same?domain=go.example");
    expect(shown.json()["longUrl"]).toBe("https://example.com/other");
    expect((await server.send("/v1/urls/same?domain=nope.example")).json()).toMatchObject({ code: "DOMAIN_UNKNOWN" });
    for (const [host, destination] of [
      ["sho.rt", "https://example.com/default"],
      ["go.example", "https://example.com/other"],
      ["GO.example:80", "https://example.com/other"],
    ]) {
      const { head } = await sendRaw(server.port, rawGet("/same", [`Host: ${host}`]));
      expect(head, host).toContain(`Location: ${destination}\r\n`);
    }
  });

  it("are no destinations, none of them: a link to a link could go round in a circle", async () => {
    const server = await openTestServer({ environment: { BASE_URL: "http://sho.rt", DOMAINS: "go.example" } });
    for (const longUrl of ["https://sho.rt/abc", "https://go.example/abc", "http://GO.example.:8080/abc"]) {
      const answer = await server.send("/v1/urls", { method: "POST", body: { longUrl } });
      expect(answer.json(), longUrl).toMatchObject({ status: 422, code: "DESTINATION_OWN_DOMAIN" });
    }
  });
});
