import { describe, expect, it } from "vitest";
import { openTestServer, type TestServer } from "../harness/running-server.ts";

const longUrl = "https://example.com/";
const path = "/v1/urls/watched";
const ifMatch = (tag: string) => ({ headers: { "if-match": tag } });

async function openWithLink(): Promise<TestServer> {
  const server = await openTestServer();
  await server.create({ longUrl, alias: "watched" });
  return server;
}

describe("ETag", () => {
  it("is the version, on every answer that shows one link", async () => {
    const server = await openTestServer();
    const reuse = { method: "POST", body: { longUrl, reuse: true }, headers: { "idempotency-key": "k" } };
    const created = await server.send("/v1/urls", { ...reuse, headers: {} });
    const link = `/v1/urls/${String(created.json()["shortCode"])}`;
    const answers = [
      created,
      await server.send(link),
      await server.send(link, { method: "PATCH", body: { enabled: true } }),
      await server.send("/v1/urls", reuse),
      await server.send("/v1/urls", reuse),
      await server.send(`${link}/quarantine`, { method: "POST", body: { reason: "phishing" } }),
      await server.send(`${link}/quarantine`, { method: "DELETE" }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get("etag")])).toEqual([
      [201, '"1"'],
      [200, '"1"'],
      [200, '"2"'],
      [200, '"2"'],
      [200, '"2"'],
      [200, '"3"'],
      [200, '"4"'],
    ]);
    for (const answer of answers) expect(answer.headers.get("etag")).toBe(`"${String(answer.json()["version"])}"`);
  });
});

describe("If-Match", () => {
  it("lets one of two changes that saw the same version pass and refuses the other", async () => {
    const server = await openWithLink();
    const notes = ["ann's", "bob's"];
    const answers = await Promise.all(
      notes.map((note) => server.send(path, { method: "PATCH", body: { note }, ...ifMatch('"1"') })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const refused = answers.find(({ status }) => status === 412);
    expect(refused?.json()).toMatchObject({ code: "VERSION_MISMATCH", field: "If-Match" });
    const won = answers.find(({ status }) => status === 200);
    // Who asks for one link is also told how many clicks it has.
    expect((await server.send(path)).json()).toMatchObject(won?.json() as object);
  });

  it.each([
    ["PATCH", "", { note: "x" }, 200],
    ["DELETE", "", undefined, 204],
    ["POST", "/quarantine", { reason: "x" }, 200],
    ["DELETE", "/quarantine", undefined, 200],
  ] as const)("guards %s %s", async (method, suffix, body, status) => {
    const server = await openWithLink();
    const change = (tag: string) => server.send(path + suffix, { method, ...ifMatch(tag), ...(body && { body }) });
    for (const tag of ['"2"', 'W/"1"', '"other"']) expect([tag, (await change(tag)).status]).toEqual([tag, 412]);
    expect((await change("1")).json()).toMatchObject({ status: 400, code: "IF_MATCH_MALFORMED", field: "If-Match" });
    expect((await server.send(path)).json()["version"]).toBe(1);
    expect((await change('"7", "1"')).status).toBe(status);
  });

  it("asks with * for any version of a link that is there", async () => {
    const server = await openWithLink();
    expect((await server.send(path, { method: "DELETE", ...ifMatch("*") })).status).toBe(204);
    // What would be refused anyway is refused for its own reason (RFC 9110, 13.2.1).
    expect((await server.send(path, { method: "DELETE", ...ifMatch('"9"') })).status).toBe(410);
    expect((await server.send("/v1/urls/missing", { method: "DELETE", ...ifMatch('"9"') })).status).toBe(404);
  });
});
