import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestServer, shareTestServer } from "../harness/running-server.ts";

const received = '{"status":"received"}';

describe("reports", () => {
  const folder = mkdtempSync(join(tmpdir(), "narrows-reports-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const policiesFile = join(folder, "policies.yaml");
  writeFileSync(policiesFile, "policies: []\n");
  const shared = shareTestServer({ environment: { POLICIES_FILE: policiesFile } });
  const report = (body: unknown, more = {}) =>
    shared().send("/v1/reports", { method: "POST", body, key: null, ...more });
  const settle = (id: string, body: unknown, more = {}) =>
    shared().send(`/v1/reports/${id}/settle`, { method: "POST", body, ...more });
  const list = async (query = "") => (await shared().send(`/v1/reports${query}`)).json() as unknown as ReportPage;
  const reportsOf = async (code: unknown) =>
    (await list("?limit=1000")).reports.filter(({ shortCode }) => shortCode === code);
  const makeCode = async () => (await shared().create({ longUrl: "https://example.com/" }))["shortCode"] as string;

  it("come from anybody, and moderators see them", async () => {
    const shortCode = await makeCode();
    const answer = await report({ shortCode, category: "phishing", text: "<b>It asks</b>\nfor my password" });
    expect([answer.status, answer.text]).toEqual([202, received]);
    const [kept] = await reportsOf(shortCode);
    expect(kept).toMatchObject({ domain: "localhost", category: "phishing", text: "<b>It asks</b>\nfor my password" });
  });

  it("are answered alike whether or not there is such a link", async () => {
    const bodies = ["nobody7", "no code at all!", "v1", "x".repeat(64)].map((shortCode) => ({
      shortCode,
      category: "spam",
    }));
    const all = [...bodies, { shortCode: await makeCode(), category: "spam", domain: "stranger.example" }];
    for (const body of all) {
      const answer = await report(body);
      expect([answer.status, answer.text]).toEqual([202, received]);
    }
  });

  it.each([
    ["no category", { shortCode: "abc" }, 400, "MISSING_FIELD"],
    ["another category", { shortCode: "abc", category: "ugly" }, 422, "INVALID_VALUE"],
    ["a text that is too long", { shortCode: "abc", category: "spam", text: "x".repeat(1_001) }, 422, "INVALID_VALUE"],
    ["a NUL in its text", { shortCode: "abc", category: "spam", text: "a\0b" }, 422, "INVALID_VALUE"],
    ["a code that is too long", { shortCode: "x".repeat(65), category: "spam" }, 422, "INVALID_VALUE"],
    ["an unknown field", { shortCode: "abc", category: "spam", owner: "me" }, 400, "UNKNOWN_FIELD"],
    ["no object", [], 400, "INVALID_TYPE"],
  ])("are refused with %s", async (_, body, status, code) => {
    const answer = await report(body);
    expect([answer.status, answer.json()["code"]]).toEqual([status, code]);
  });

  it("are for moderators alone to see and to settle", async () => {
    const body = { action: "dismiss" };
    expect((await shared().send("/v1/reports", { key: null })).status).toBe(401);
    expect((await settle("1", body, { key: null })).status).toBe(401);
  });

  it("are dismissed one by one, and never twice", async () => {
    const shortCode = await makeCode();
    for (const category of ["spam", "other"]) await report({ shortCode, category });
    const [first, second] = await reportsOf(shortCode);
    const answer = await settle(first?.id ?? "", { action: "dismiss" });
    expect([answer.status, answer.text]).toEqual([200, '{"settled":1}']);
    expect((await settle(first?.id ?? "", { action: "dismiss" })).json()["code"]).toBe("REPORT_NOT_FOUND");
    expect(await reportsOf(shortCode)).toEqual([second]);
    expect((await shared().send(`/${shortCode}`, { key: null })).status).toBe(302);
  });

  it("are not dismissed with a reason, which would be kept nowhere", async () => {
    const shortCode = await makeCode();
    await report({ shortCode, category: "spam" });
    const [kept] = await reportsOf(shortCode);
    for (const id of [kept?.id ?? "", "999999"]) {
      const answer = await settle(id, { action: "dismiss", reason: "no harm in it" });
      expect(answer.status).toBe(422);
      expect(answer.json()).toMatchObject({
        code: "INVALID_VALUE",
        field: "reason",
        mend: expect.stringContaining("leave it out"),
      });
    }
    expect(await reportsOf(shortCode)).toEqual([kept]);
  });

  it("end with the quarantine of their link, all at once", async () => {
    const shortCode = await makeCode();
    for (const category of ["spam", "phishing"]) await report({ shortCode, category });
    const [first] = await reportsOf(shortCode);
    expect((await settle(first?.id ?? "", { action: "quarantine" })).text).toBe('{"settled":2}');
    expect(await reportsOf(shortCode)).toEqual([]);
    expect((await shared().send(`/${shortCode}`, { key: null })).status).toBe(410);
    const link = (await shared().send(`/v1/urls/${shortCode}`)).json();
    expect(link["quarantine"]).toMatchObject({ reason: "report: spam" });
  });

  it.each(["0", "x", "99999999999999999999", "1e3"])("are not found by the id %s", async (id) => {
    expect((await settle(id, { action: "dismiss" })).json()["code"]).toBe("REPORT_NOT_FOUND");
  });

  it("are listed page by page, each once", async () => {
    const shortCode = await makeCode();
    for (let made = 0; made < 5; made += 1) await report({ shortCode, category: "spam" });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: ReportPage = await list(`?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.reports.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toEqual((await list("?limit=1000")).reports.map(({ id }) => id));
  });

  it("are kept ten of a link at most, and answered alike beyond", async () => {
    const shortCode = await makeCode();
    for (let made = 0; made < 12; made += 1) {
      expect((await report({ shortCode, category: "spam" })).text).toBe(received);
    }
    expect(await reportsOf(shortCode)).toHaveLength(10);
  });
});

type ReportPage = {
  readonly reports: readonly { readonly id: string; readonly shortCode: string }[];
  readonly cursor: string | null;
};

it("an address that reports too much must wait, whichever codes it names", async () => {
  const server = await openTestServer();
  const statuses: number[] = [];
  for (let made = 0; made < 21; made += 1) {
    const body = { shortCode: `nobody${made}`, category: "spam" };
    statuses.push((await server.send("/v1/reports", { method: "POST", body, key: null })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
});
