import { describe, expect, it } from "vitest";
import { sendRaw } from "../harness/raw-request.ts";
import { adminKey, shareTestServer, type Send } from "../harness/running-server.ts";

const good = { longUrl: "https://example.com/" };
const fine = { longUrl: "https://taken.example/" };
const json = "application/json";

type Case = { readonly name: string; readonly send: Send; readonly refusal: readonly [number, string, string?] };

const cases: readonly (readonly [string, Send, number, string, string?])[] = [
  ["a number as text", { body: { ...good, status: "302" } }, 400, "INVALID_TYPE", "status"],
  ["a text as null", { body: { longUrl: null } }, 400, "INVALID_TYPE", "longUrl"],
  ["a text as number", { body: { longUrl: 123 } }, 400, "INVALID_TYPE", "longUrl"],
  ["a boolean as number", { body: { ...good, reuse: 1 } }, 400, "INVALID_TYPE", "reuse"],
  ["a list as text", { body: { ...good, tags: "a" } }, 400, "INVALID_TYPE", "tags"],
  ["a wrong member of a list", { body: { ...good, tags: ["a", 1] } }, 400, "INVALID_TYPE", "tags[1]"],
  ["an alias as null", { body: { ...good, alias: null } }, 400, "INVALID_TYPE", "alias"],
  ["an array as the body", { body: [good] }, 400, "INVALID_TYPE"],
  ["a text as the body", { body: '"x"' }, 400, "INVALID_TYPE"],
  ["null as the body", { body: "null" }, 400, "INVALID_TYPE"],
  ["an unknown field", { body: { ...good, longURL: "x" } }, 400, "UNKNOWN_FIELD", "longURL"],
  ["a field with markup", { body: { ...good, "<b>": 1 } }, 400, "UNKNOWN_FIELD", "<b>"],
  ["no longUrl", { body: {} }, 400, "MISSING_FIELD", "longUrl"],
  [
    "a repeated field",
    { body: '{"longUrl":"https://a.example/","longUrl":"https://b.example/"}' },
    400,
    "DUPLICATE_FIELD",
    "longUrl",
  ],
  ["__proto__", { body: '{"longUrl":"https://a.example/","__proto__":{}}' }, 400, "UNKNOWN_FIELD", "__proto__"],
  ["constructor", { body: '{"longUrl":"https://a.example/","constructor":{}}' }, 400, "UNKNOWN_FIELD", "constructor"],
  ["a NUL in a note", { body: { ...good, note: "a\0b" } }, 422, "INVALID_VALUE", "note"],
  ["an escape sequence in a note", { body: { ...good, note: "a\u001b[2Jb" } }, 422, "INVALID_VALUE", "note"],
  ["a C1 control in a note", { body: { ...good, note: "a\u009b2Jb" } }, 422, "INVALID_VALUE", "note"],
  [
    "a line break in a destination",
    { body: { longUrl: "https://example.com/\r\nx" } },
    422,
    "DESTINATION_CONTROL",
    "longUrl",
  ],
  ["half a surrogate pair", { body: { ...good, note: "\ud83d" } }, 400, "BODY_MALFORMED"],
  ["deep JSON", { body: `{"longUrl":${"[".repeat(50)}${"]".repeat(50)}}` }, 400, "BODY_TOO_DEEP"],
  ["broken JSON", { body: '{"longUrl":' }, 400, "BODY_MALFORMED"],
  ["an empty body", { body: "" }, 400, "BODY_MISSING"],
  ["no body", {}, 400, "BODY_MISSING"],
  ["a body over 64 KiB", { body: { ...good, note: "n".repeat(66_000) } }, 413, "BODY_TOO_LARGE"],
  ["text/plain", { body: good, headers: { "content-type": "text/plain" } }, 415, "CONTENT_TYPE_UNSUPPORTED"],
  [
    "a form",
    { body: "longUrl=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "CONTENT_TYPE_UNSUPPORTED",
  ],
  [
    "another charset",
    { body: good, headers: { "content-type": `${json}; charset=euc-kr` } },
    415,
    "CONTENT_TYPE_UNSUPPORTED",
  ],
  [
    "a type that only begins right",
    { body: good, headers: { "content-type": `${json}x` } },
    415,
    "CONTENT_TYPE_UNSUPPORTED",
  ],
  ["two types", { body: good, headers: { "content-type": `${json}, text/plain` } }, 415, "CONTENT_TYPE_UNSUPPORTED"],
  ["a packed body", { body: good, headers: { "content-encoding": "gzip" } }, 415, "CONTENT_ENCODING_UNSUPPORTED"],
  [
    "an empty Idempotency-Key",
    { body: good, headers: { "idempotency-key": "" } },
    400,
    "IDEMPOTENCY_KEY_MALFORMED",
    "Idempotency-Key",
  ],
  [
    "a long Idempotency-Key",
    { body: good, headers: { "idempotency-key": "k".repeat(256) } },
    400,
    "IDEMPOTENCY_KEY_MALFORMED",
    "Idempotency-Key",
  ],
  [
    "an Idempotency-Key outside ASCII",
    { body: good, headers: { "idempotency-key": "\u00e9" } },
    400,
    "IDEMPOTENCY_KEY_MALFORMED",
    "Idempotency-Key",
  ],
];

const named: readonly Case[] = cases.map(([name, send, ...refusal]) => ({ name, send, refusal }));

const shared = shareTestServer();

describe("a body that does not have the right form", () => {
  it.each(named)("$name is refused and nothing is stored", async ({ send, refusal: [status, code, field] }) => {
    const answer = await shared().send("/v1/urls", { method: "POST", ...send });
    expect([answer.status, answer.json()["code"], answer.json()["field"]]).toEqual([status, code, field]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toMatch(/[<>]/);
    expect((await shared().send("/v1/urls?q=a.example")).json()["links"]).toEqual([]);
    expect((await shared().send("/v1/urls?q=example.com")).json()["links"]).toEqual([]);
  });

  it("takes utf-8 as the charset that JSON has anyway", async () => {
    for (const type of [json, `${json}; charset=utf-8`, `${json};charset="UTF-8"`, "Application/JSON"]) {
      const answer = await shared().send("/v1/urls", { method: "POST", body: fine, headers: { "content-type": type } });
      expect(answer.status, type).toBe(201);
    }
  });

  it("keeps emoji, line breaks and every other character of a note", async () => {
    const note = "a\u{1f600}\r\n\t\u00e9\u0301\ufffd\u200d";
    expect((await shared().create({ ...fine, alias: "noted", note }))["note"]).toBe(note);
    expect((await shared().send("/v1/urls/noted")).json()["note"]).toBe(note);
  });

  it("takes a quarantine's reason with line breaks and none with other controls", async () => {
    await shared().create({ ...fine, alias: "judged" });
    const quarantine = (reason: string) =>
      shared().send("/v1/urls/judged/quarantine", { method: "POST", body: { reason } });
    const refused = await quarantine("a\u001b]0;x\u0007");
    expect([refused.status, refused.json()["field"]]).toEqual([422, "reason"]);
    expect(refused.json()["mend"]).toBe("Leave control characters other than tabs and line breaks out.");
    expect((await quarantine("a\r\n\tb")).status).toBe(200);
  });

  it("refuses a body where none is expected", async () => {
    await shared().create({ ...fine, alias: "kept" });
    const answer = await shared().send("/v1/urls/kept", { method: "DELETE", body: {} });
    expect([answer.status, answer.json()["code"]]).toEqual([400, "BODY_UNEXPECTED"]);
    const chunked = [
      "DELETE /v1/urls/kept HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${adminKey}`,
      "Transfer-Encoding: chunked",
      "Connection: close",
    ].join("\r\n");
    const { status, body } = await sendRaw(shared().port, `${chunked}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    expect([status, body]).toEqual([400, expect.stringContaining("BODY_UNEXPECTED")]);
    expect((await shared().send("/kept")).status).toBe(302);
  });
});

describe("a refusal by form", () => {
  const bulk = (count: number) => ({ links: Array.from({ length: count }, () => fine) });
  it.each<[string, unknown, string, string]>([
    [
      "/v1/urls",
      { ...fine, status: 303 },
      "Use one of 301, 302, 307, 308.",
      "301, 302, 307, 308 가운데 하나를 쓰세요.",
    ],
    ["/v1/urls", { ...fine, tags: [""] }, "Write at least 1 character.", "1자 이상 쓰세요."],
    ["/v1/urls", { ...fine, tags: ["x".repeat(65)] }, "Write at most 64 characters.", "최대 64자까지 쓰세요."],
    ["/v1/urls", { ...fine, tags: ["\u0007"] }, "Leave control characters out.", "제어 문자를 빼세요."],
    ["/v1/urls", { ...fine, tags: Array.from({ length: 21 }, String) }, "Send 20 at most.", "최대 20개까지 보내세요."],
    ["/v1/urls", [fine], "Send a JSON object as the body.", "본문으로 JSON 객체를 보내세요."],
    [
      "/v1/urls",
      { ...fine, note: 1 },
      "Send a string or null; nothing is converted.",
      "문자열 또는 null 형식으로 보내세요. 자동으로 변환하지 않습니다.",
    ],
    ...[0, 1_000_000_001].map((maxClicks): [string, unknown, string, string] => [
      "/v1/urls",
      { ...fine, maxClicks },
      "Send a whole number from 1 to 1,000,000,000, or null for any number of people.",
      "1부터 1,000,000,000까지의 정수를 보내세요. 제한이 없으면 null입니다.",
    ]),
    ["/v1/urls/bulk", bulk(1_001), "Send 1,000 at most.", "최대 1,000개까지 보내세요."],
    ["/v1/urls/bulk", bulk(0), "Send at least 1.", "1개 이상 보내세요."],
    ["/v1/urls?limit=0", undefined, "Use a whole number from 1 to 1000.", "1부터 1000까지의 정수를 쓰세요."],
  ])("says what would be taken: %s %j", async (path, body, english, korean) => {
    const method = body === undefined ? "GET" : "POST";
    const mends = await Promise.all(
      ["en", "ko"].map(async (language) => {
        const answer = await shared().send(path, { method, body, headers: { "accept-language": language } });
        return answer.json()["mend"];
      }),
    );
    expect(mends).toEqual([english, korean]);
  });
});

describe("a query that does not have the right form", () => {
  it.each([
    ["?foo=1", "UNKNOWN_PARAMETER", "foo"],
    ["?limit=10&limit=10", "REPEATED_PARAMETER", "limit"],
    ["?limit=0", "INVALID_PARAMETER", "limit"],
    ["?limit=1001", "INVALID_PARAMETER", "limit"],
    ["?limit=1e2", "INVALID_PARAMETER", "limit"],
    ["?limit=-1", "INVALID_PARAMETER", "limit"],
    ["?limit=%2010", "INVALID_PARAMETER", "limit"],
    ["?limit=", "INVALID_PARAMETER", "limit"],
    ["?q=%zz", "INVALID_PARAMETER", "q"],
    ["?cursor=nonsense", "CURSOR_MALFORMED", "cursor"],
    ["?__proto__=1", "UNKNOWN_PARAMETER", "__proto__"],
  ])("%s is refused", async (query, code, field) => {
    const answer = await shared().send(`/v1/urls${query}`);
    expect([answer.status, answer.json()["code"], answer.json()["field"]]).toEqual([400, code, field]);
  });

  it("is refused for single links too", async () => {
    await shared().create({ ...fine, alias: "abc" });
    expect((await shared().send("/v1/urls/abc?x=1")).json()).toMatchObject({ code: "UNKNOWN_PARAMETER", field: "x" });
  });
});
