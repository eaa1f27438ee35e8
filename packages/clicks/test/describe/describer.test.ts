import { formatClick, parseClick, type Visit } from "@narrows/clicks";
import { createDescriber, type DescriberOptions } from "@narrows/clicks/describe";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asHeader, browserHeaders, chrome, noon, sampleVisit, seededBytes } from "./sample-visit.ts";

fc.configureGlobal({ seed: 20_261_130 });

const salt = Buffer.alloc(32, 7);

function describerWith(changes: Partial<DescriberOptions> = {}) {
  const faults: unknown[] = [];
  const toClick = createDescriber({
    addressOf: ({ remoteAddress }) => remoteAddress,
    salts: { of: () => salt },
    randomBytes: seededBytes("describer"),
    onFault: (error) => faults.push(error),
    ...changes,
  });
  return { toClick, faults };
}

test("a visit becomes a click", () => {
  const { toClick } = describerWith({ places: { placeOf: () => ({ country: "KR", region: "KR-11" }) } });
  const visit = sampleVisit({ Referer: "https://www.news.example/a" }, { target: "/AbC123Z?utm_source=mail" });
  expect(toClick(visit)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    domain: "",
    code: "AbC123Z",
    at: noon,
    class: "human",
    reason: "no-signal",
    visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
    status: 302,
    country: "KR",
    region: "KR-11",
    referrer: "news.example",
    device: "desktop",
    browser: "Chrome",
    os: "Windows",
    language: "ko-KR",
    utmSource: "mail",
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
  });
});

test("neither an address nor a user agent is in any field", () => {
  const { toClick } = describerWith({
    addressOf: ({ header }) => header("x-forwarded-for"),
  });
  const addresses = ["203.0.113.9", "198.51.100.77", "2001:db8::7"];
  const visit = sampleVisit({
    Referer: "http://198.51.100.77/",
    Host: "[2001:db8::7]:80",
    "X-Forwarded-For": "198.51.100.77",
    Forwarded: "for=198.51.100.77",
    "X-Real-IP": "198.51.100.77",
  });
  const kept = formatClick(toClick(visit));
  for (const trace of [...addresses, chrome, "Mozilla", "153.0"]) expect(kept).not.toContain(trace);
});

test("who asks not to be tracked is counted, without a visitor", () => {
  const { toClick } = describerWith();
  expect(toClick(sampleVisit({ DNT: "1" }))).toMatchObject({ class: "human", visitor: null });
  expect(toClick(sampleVisit({ "Sec-GPC": "1" }))).toMatchObject({ class: "human", visitor: null, browser: "Chrome" });
});

test.each([undefined, "anonymous", ""])("who has %j for an address has no visitor and is nowhere", (address) => {
  const asked: unknown[] = [];
  const { toClick } = describerWith({
    addressOf: () => address,
    places: { placeOf: (reader) => (asked.push(reader.address), { country: null, region: null }) },
  });
  expect(toClick(sampleVisit()).visitor).toBeNull();
  expect(asked).toEqual([undefined]);
});

describe("nobody is referred", () => {
  const referredFrom = (referer: string, headers = {}, options = {}, changes: Partial<Visit> = {}) =>
    describerWith(options).toClick(sampleVisit({ Referer: referer, ...headers }, changes)).referrer;

  test("by the host that was asked", () => {
    expect(referredFrom("https://s.example:8443/x", { Host: "S.Example:443" })).toBeNull();
    expect(referredFrom("https://t.example/x", { Host: "s.example" })).toBe("t.example");
  });

  test("by the link's domain, or other hosts of the service", () => {
    expect(referredFrom("https://go.example/x", {}, {}, { domain: "go.example" })).toBeNull();
    expect(referredFrom("https://go.example/x", {}, { ownHosts: ["www.GO.example"] })).toBeNull();
  });
});

test.each<[string, Partial<DescriberOptions>]>([
  [
    "addressOf",
    {
      addressOf: () => {
        throw new Error("broken");
      },
    },
  ],
  [
    "the salts",
    {
      salts: {
        of: () => {
          throw new Error("broken");
        },
      },
    },
  ],
  [
    "the places",
    {
      places: {
        placeOf: () => {
          throw new Error("broken");
        },
      },
    },
  ],
])("a fault of %s is told, and costs only what it would have said", (_, broken) => {
  const { toClick, faults } = describerWith(broken);
  expect(toClick(sampleVisit())).toMatchObject({ class: "human", country: null, browser: "Chrome" });
  expect(faults).toHaveLength(1);
});

/** What an HTTP parser lets through, and more: any bytes, in names and values that matter here and in others. */
const otherNames = ["Referer", "DNT", "Sec-GPC", "Sec-Purpose", "Purpose", "X-Moz", "X-Purpose", "X-Other", ""];
const headerNames = [...Object.keys(browserHeaders), ...otherNames];
const bytes = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 100 }).map(asHeader),
  fc.uint8Array({ maxLength: 3_000 }).map((array) => Buffer.from(array).toString("latin1")),
  fc.constantFrom(chrome, "https://x.example/?utm_source=%", "ko;q=", "http://[", "xn--", "x".repeat(5_000)),
);
const queries = bytes.map((text) => `/AbC?utm_source=${text}&utm_term=${encodeURIComponent(text.toWellFormed())}`);

test("whatever bytes come, a click comes out that can be written and read", () => {
  const { toClick, faults } = describerWith();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...headerNames), bytes), { maxLength: 20 }),
      fc.oneof(bytes, queries),
      fc.oneof(bytes, queries),
      fc.oneof(bytes, fc.constant(undefined)),
      (headers, target, destination, remoteAddress) => {
        const rawHeaders = headers.flat();
        const click = toClick({ ...sampleVisit(), rawHeaders, target, destination, remoteAddress });
        expect(parseClick(formatClick(click))).toEqual(click);
      },
    ),
  );
  expect(faults).toEqual([]);
});

test("half a header, or one twice, is no fault", () => {
  const { toClick } = describerWith();
  expect(toClick(sampleVisit({}, { rawHeaders: ["User-Agent"] }))).toMatchObject({ reason: "agent-missing" });
  const twice = sampleVisit({}, { rawHeaders: ["DNT", "0", "user-agent", chrome, "User-Agent", chrome] });
  expect(toClick(twice)).toMatchObject({ browser: "Chrome", visitor: expect.any(String) });
});
