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

const previews = {
  facebook: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  twitter: "Twitterbot/1.0",
  slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  whatsapp: "WhatsApp/2.23.20.0",
  telegram: "TelegramBot (like TwitterBot)",
  discord: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  kakaotalk: "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  line: "facebookexternalhit/1.1;line-poker/1.0",
  skype: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  linkedin: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  mastodon: "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/)",
  bluesky: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
  imessage:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 " +
    "Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "google-docs": "Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)",
  other: "Orlo-LinkPreview/1.0",
};

test.each(Object.entries(previews))("a fetch for a preview in %s is no human's", (name, text) => {
  expect(verdictOn(agent(text))).toMatchObject({ class: "preview", reason: `preview-${name}` });
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
  for (const name of Object.keys(previews)) expect(listed).toContain(`preview preview-${name}`);
  for (const { reason } of clickReasons) expect(reason).toMatch(/^[a-z0-9-]{1,40}$/);
});
