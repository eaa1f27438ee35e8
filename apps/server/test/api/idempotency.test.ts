import { describe, expect, it } from "vitest";
import { sendRaw } from "../harness/raw-request.ts";
import { adminKey, openTestServer } from "../harness/running-server.ts";

const body = { longUrl: "https://example.com/once" };
const withKey = (key: string, sent: object = body) => ({
  method: "POST",
  body: sent,
  headers: { "idempotency-key": key },
});

describe("Idempotency-Key", () => {
  it("gives a repetition the first answer, byte for byte, and says so", async () => {
    const server = await openTestServer();
    const first = await server.send("/v1/urls", withKey("k 1"));
    const { shortCode } = first.json();
    await server.send(`/v1/urls/${String(shortCode)}`, { method: "PATCH", body: { note: "changed since" } });
    const second = await server.send("/v1/urls", withKey("k 1"));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
  });

  it("makes one link of fifty requests at once", async () => {
    const server = await openTestServer();
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.send("/v1/urls", withKey("race"))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await server.send("/v1/urls")).json()["links"]).toHaveLength(1);
  });

  it("refuses the same key for another request", async () => {
    const server = await openTestServer();
    await server.send("/v1/urls", withKey("k"));
    const answer = await server.send("/v1/urls", withKey("k", { ...body, note: "other" }));
    expect([answer.status, answer.json()["code"]]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it.each(["Idempotency-Key: b", "idempotency-key: a"])(
    "is sent once: with a second %s nothing is made",
    async (line) => {
      const server = await openTestServer();
      const text = JSON.stringify(body);
      const head = [
        "POST /v1/urls HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${adminKey}`,
        "Idempotency-Key: a",
      ];
      const rest = ["Content-Type: application/json", `Content-Length: ${text.length}`, "Connection: close", "", text];
      const answer = await sendRaw(server.port, [...head, line, ...rest].join("\r\n"));
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining("IDEMPOTENCY_KEY_MALFORMED")]);
      expect((await server.send("/v1/urls")).json()["links"]).toEqual([]);
    },
  );

  it("is each requester's own", async () => {
    const server = await openTestServer();
    const mine = await server.send("/v1/urls", withKey("k"));
    const anonymous = await server.send("/v1/urls", { ...withKey("k"), key: null });
    expect(anonymous.status).toBe(201);
    expect(anonymous.json()["shortCode"]).not.toBe(mine.json()["shortCode"]);
  });

  it("is forgotten after 24 hours", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const server = await openTestServer({ clocks: { now: () => now, monotonicMs: () => performance.now() } });
    const first = await server.send("/v1/urls", withKey("k"));
    now += 24 * 60 * 60 * 1000;
    const second = await server.send("/v1/urls", withKey("k"));
    expect(second.json()["shortCode"]).not.toBe(first.json()["shortCode"]);
  });
});

describe("POST /v1/urls/bulk", () => {
  const bulk = (links: readonly object[], key?: string) => ({
    method: "POST",
    body: { links },
    headers: key === undefined ? {} : { "idempotency-key": key },
  });

  it("gives one outcome per row, in order, and lets a refused row leave the others alone", async () => {
    const server = await openTestServer();
    const answer = await server.send(
      "/v1/urls/bulk",
      bulk([
        { longUrl: "https://example.com/1", alias: "one" },
        { longUrl: "ftp://example.com/" },
        { longUrl: "https://example.com/2", alias: "one" },
        { longUrl: "https://example.com/3" },
      ]),
    );
    expect(answer.status).toBe(200);
    const results = answer.json()["results"] as readonly Record<string, Record<string, unknown>>[];
    expect(results.map(({ status }) => status)).toEqual([201, 422, 409, 201]);
    expect(results[0]?.["link"]).toMatchObject({ shortCode: "one", longUrl: "https://example.com/1" });
    expect(results[1]?.["problem"]).toMatchObject({ code: "DESTINATION_SCHEME", field: "longUrl" });
    expect(results[2]?.["problem"]).toMatchObject({ code: "ALIAS_TAKEN", field: "alias" });
  });

  it("finds the rows of an earlier request with its key again", async () => {
    const server = await openTestServer();
    const rows = [{ longUrl: "https://example.com/1" }, { longUrl: "https://example.com/2" }];
    const first = await server.send("/v1/urls/bulk", bulk(rows, "k"));
    const second = await server.send("/v1/urls/bulk", bulk(rows, "k"));
    expect(second.text).toBe(first.text);
    expect([first, second].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    const other = await server.send("/v1/urls/bulk", bulk(rows.toReversed(), "k"));
    expect([other.status, other.json()["code"]]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it("refuses the whole body for a row without the right form, naming the row", async () => {
    const server = await openTestServer();
    const answer = await server.send(
      "/v1/urls/bulk",
      bulk([{ longUrl: "https://example.com/" }, { longUrl: "https://example.com/", aliass: "x" }]),
    );
    expect([answer.status, answer.json()["field"]]).toEqual([400, "links[1].aliass"]);
    expect((await server.send("/v1/urls")).json()["links"]).toEqual([]);
  });

  it("takes 1,000 rows in a body above 64 KiB and refuses 0 and 1,001", async () => {
    const server = await openTestServer();
    const rows = Array.from({ length: 1_001 }, (_, row) => ({
      longUrl: `https://example.com/${row}/${"x".repeat(200)}`,
    }));
    expect((await server.send("/v1/urls/bulk", bulk(rows))).json()).toMatchObject({
      code: "INVALID_VALUE",
      field: "links",
    });
    expect((await server.send("/v1/urls/bulk", bulk([]))).json()).toMatchObject({
      code: "INVALID_VALUE",
      field: "links",
    });
    const answer = await server.send("/v1/urls/bulk", bulk(rows.slice(1)));
    const results = answer.json()["results"] as readonly { readonly status: number }[];
    expect(results.filter(({ status }) => status === 201)).toHaveLength(1_000);
  });

  it("refuses a body above 16 MiB", async () => {
    const server = await openTestServer();
    const answer = await server.send("/v1/urls/bulk", bulk([{ longUrl: "x".repeat(17 * 1024 * 1024) }]));
    expect([answer.status, answer.json()["code"]]).toEqual([413, "BODY_TOO_LARGE"]);
  });
});
