import { clickReasons, createClassifier } from "@narrows/clicks/describe";
import { describe, expect, test } from "vitest";
import { readHeaders } from "../../src/describe/visit-headers.ts";
import { chrome, sampleVisit } from "./sample-visit.ts";

const { classify, classOf } = createClassifier();

function verdictOn(headers: Readonly<Record<string, string | undefined>>, method = "GET") {
  const visit = sampleVisit(headers, { method });
  return classify({ method, headers: readHeaders(visit.rawHeaders) });
}

const agent = (text: string) => ({ "User-Agent": text });

const cases = [
  ["human", "no-signal", {}],
  ["prefetch", "sec-purpose-prefetch", { "Sec-Purpose": "prefetch" }],
  ["prefetch", "sec-purpose-prefetch", { "sec-purpose": "prefetch;anonymous-client-ip" }],
  ["prefetch", "sec-purpose-prerender", { "Sec-Purpose": "prefetch;prerender" }],
  ["prefetch", "purpose-prefetch", { Purpose: "prefetch" }],
  ["prefetch", "purpose-preview", { Purpose: "preview" }],
  ["prefetch", "x-moz-prefetch", { "X-Moz": "Prefetch" }],
  ["prefetch", "x-purpose-preview", { "X-Purpose": "preview" }],
  ["prefetch", "x-purpose-prefetch", { "X-Purpose": "prefetch" }],
  ["prefetch", "sec-purpose-prefetch", { "Sec-Purpose": `${"x;".repeat(400)}prefetch` }],
  ["prefetch", "sec-purpose-preview", { "Sec-Purpose": "x", "sec-purpose": "preview" }],
  ["bot", "agent-missing", { "User-Agent": undefined }],
  ["bot", "agent-missing", { "User-Agent": " " }],
  ["bot", "agent-bot", agent("curl/8.14.1")],
  ["bot", "agent-bot", agent("Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)")],
  ["bot", "agent-bot", agent("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")],
  ["bot", "language-missing", { "Accept-Language": undefined }],
  ["bot", "language-missing", { "Accept-Language": "" }],
] as const;

test.each(cases)("%s for %s: %j", (kind, reason, headers) => {
  expect(verdictOn(headers)).toMatchObject({ class: kind, reason });
});

const inApps = [
  ["KakaoTalk", "Mobile Safari/537.36 KAKAOTALK 10.8.5"],
  ["LINE", "Mobile Safari/537.36 Line/14.0.0/IAB"],
  ["Naver", "Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.3.3)"],
  ["Instagram", "Mobile Safari/537.36 Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2400; OPPO; CPH2557)"],
  ["Facebook", "Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/400.0.0.37.76;]"],
] as const;

test.each(inApps)("a click in the browser inside of %s is a human's", (_, end) => {
  const start = "Mozilla/5.0 (Linux; Android 14; SM-S918N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
  expect(verdictOn(agent(`${start} Chrome/126.0.0.0 ${end}`))).toMatchObject({ class: "human" });
});

describe("of several signals", () => {
  test("HEAD comes before all others", () => {
    expect(verdictOn({ Purpose: "prefetch", "User-Agent": undefined }, "HEAD")).toMatchObject({ class: "head" });
  });

  test("what is asked ahead of a reader comes before the user agent", () => {
    expect(verdictOn({ Purpose: "prefetch", ...agent("Twitterbot/1.0") })).toMatchObject({ class: "prefetch" });
  });

  test("a preview comes before a bot, and both before a missing language", () => {
    expect(verdictOn({ ...agent("Twitterbot/1.0"), "Accept-Language": undefined })).toMatchObject({ class: "preview" });
    expect(verdictOn({ ...agent("curl/8.14.1"), "Accept-Language": undefined })).toMatchObject({
      reason: "agent-bot",
    });
  });
});

test("a visit is a human's only where no signal is seen", () => {
  expect(classOf(sampleVisit())).toBe("human");
  for (const [kind, , headers] of cases) expect(classOf(sampleVisit(headers))).toBe(kind);
  expect(classOf(sampleVisit({}, { method: "HEAD" }))).toBe("head");
});

test("a user agent without an end is judged by its beginning", () => {
  expect(verdictOn(agent(`${chrome} ${"x".repeat(16_000)} Googlebot`))).toMatchObject({ class: "human" });
  expect(verdictOn(agent(`Googlebot ${"x".repeat(16_000)}`))).toMatchObject({ class: "bot" });
});

test("every class and reason that is given is on the list, each once", () => {
  const listed = clickReasons.map(({ class: kind, reason }) => `${kind} ${reason}`);
  expect(new Set(listed).size).toBe(listed.length);
  for (const [kind, reason] of cases) expect(listed).toContain(`${kind} ${reason}`);
  for (const { reason } of clickReasons) expect(reason).toMatch(/^[a-z0-9-]{1,40}$/);
});
