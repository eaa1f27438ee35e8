import { fastify, type FastifyInstance } from "fastify";
import { encode } from "uqr";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assetNames, createAssetFiles } from "../src/pages/asset-files.ts";
import { registerPages } from "../src/pages/pages.ts";
import { createSite } from "../src/site.ts";

const site = createSite({ baseUrl: new URL("https://sho.rt"), domains: ["go.example"], port: 8787 });
const assets = createAssetFiles();
const pagePaths = ["/", "/~/docs"];
let app: FastifyInstance;
let documentReads: number;

beforeEach(() => {
  documentReads = 0;
  app = fastify();
  registerPages(app, {
    site,
    version: "1.2.3",
    openApi: () => {
      documentReads += 1;
      return { paths: {} };
    },
    anonymousCreate: ({ headers }) => headers["x-local"] === "yes",
  });
});

afterEach(() => app.close());

describe("a page", () => {
  it.each(pagePaths)("%s forbids everything that it does not need", async (url) => {
    const { headers, statusCode } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; /);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      vary: "Accept-Language, Cookie",
    });
  });

  it.each(pagePaths)("%s has nothing inline that its policy would stop, and loads from here alone", async (url) => {
    const { body } = await app.inject(url);
    const loaded = [...body.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]*)"/g)].map(([, to = ""]) => to);
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((to) => !to.startsWith("/~/assets/"))).toEqual([]);
    expect(body).not.toMatch(/<style|\sstyle="|\son\w+="|javascript:/i);
    expect(body.match(/<script(?! type="(?:module" src="|application\/json"))/g)).toBeNull();
  });

  it.each(pagePaths)("%s has every file that it names", async (url) => {
    const { body } = await app.inject(url);
    const named = [...new Set(body.match(/\/~\/assets\/[^"]+/g))];
    const statuses = await Promise.all(named.map(async (file) => (await app.inject(file)).statusCode));
    expect(statuses).toEqual(named.map(() => 200));
  });

  it.each(pagePaths)("%s speaks the reader's language and says which", async (url) => {
    const korean = await app.inject({ url, headers: { "accept-language": "ko-KR,ko;q=0.9,en;q=0.8" } });
    expect(korean.headers["content-language"]).toBe("ko");
    expect(korean.body).toContain('<html lang="ko">');
    const english = await app.inject({ url: `${url}?lang=en`, headers: { "accept-language": "ko" } });
    expect(english.headers["content-language"]).toBe("en");
    expect(english.body).toContain('<html lang="en">');
  });

  it.each(pagePaths)("%s remembers a language that was asked for, and no other", async (url) => {
    const asked = await app.inject(`${url}?lang=ko`);
    expect(asked.headers["set-cookie"]).toBe("lang=ko; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    for (const other of [url, `${url}?lang=fr`])
      expect((await app.inject(other)).headers["set-cookie"]).toBeUndefined();
    const later = await app.inject({ url, headers: { cookie: "a=b; lang=ko", "accept-language": "en" } });
    expect(later.headers["content-language"]).toBe("ko");
    const askedAgain = await app.inject({ url: `${url}?lang=en`, headers: { cookie: "lang=ko" } });
    expect(askedAgain.headers["content-language"]).toBe("en");
  });

  it.each(pagePaths)("%s keeps the language on its links only when it was asked for", async (url) => {
    const asked = await app.inject(`${url}?lang=ko`);
    expect(asked.body).toContain('href="/~/docs?lang=ko"');
    expect(asked.body).toContain('href="/?lang=ko"');
    const notAsked = await app.inject({ url: `${url}?lang=fr`, headers: { "accept-language": "ko" } });
    expect(notAsked.body).toContain('href="/~/docs"');
    expect(notAsked.body).toContain(`href="${url}?lang=en"`);
  });

  it.each(pagePaths)("%s is not sent again to who has it", async (url) => {
    const first = await app.inject(url);
    const etag = String(first.headers.etag);
    const again = await app.inject({ url, headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
    const other = await app.inject({ url: `${url}?lang=ko`, headers: { "if-none-match": etag } });
    expect(other.statusCode).toBe(200);
  });

  it.each([...pagePaths, "/favicon.ico", "/~/qr/AbC123Z.svg", assets.url("site.css")])(
    "%s answers HEAD like GET, without the body",
    async (url) => {
      const get = await app.inject(url);
      const head = await app.inject({ method: "HEAD", url });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect(head.headers.etag).toBe(get.headers.etag);
    },
  );

  it("reflects nothing of the request", async () => {
    const marker = "zQ7marker";
    const hostile = await app.inject({
      url: `/?lang=${marker}&x=${marker}`,
      headers: { host: marker, "accept-language": marker, referer: marker, "x-forwarded-host": marker },
    });
    expect(hostile.statusCode).toBe(200);
    expect(hostile.body).not.toContain(marker);
  });

  it("asks for a key only from those who need one", async () => {
    const keyField = /id="key-field"\s+hidden/;
    expect((await app.inject("/")).body).not.toMatch(keyField);
    expect((await app.inject({ url: "/", headers: { "x-local": "yes" } })).body).toMatch(keyField);
    expect((await app.inject("/")).body).not.toMatch(keyField);
  });

  it("reads the API's description when it is first needed, and once for each way to write it", async () => {
    await app.inject("/");
    expect(documentReads).toBe(0);
    await app.inject("/~/docs");
    await app.inject("/~/docs");
    expect(documentReads).toBe(1);
  });
});

describe("a file of a page", () => {
  it.each(assetNames)("%s may be kept for good under its address", async (name) => {
    const { statusCode, headers, rawPayload } = await app.inject(assets.url(name));
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe(assets.find(name)?.mediaType);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(rawPayload.equals(assets.find(name)?.body ?? Buffer.alloc(0))).toBe(true);
    expect(rawPayload.length).toBeGreaterThan(0);
  });

  it("is today's, not to be kept, under the address of another release", async () => {
    const answer = await app.inject("/~/assets/older/site.css");
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-cache"]);
    const again = await app.inject({
      url: "/~/assets/older/site.css",
      headers: { "if-none-match": String(answer.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    "tsconfig.json",
    "site.css.map",
    "SITE.CSS",
    "",
    "..",
    "%2e%2e%2fpages.ts",
    "..%2fpages.ts",
    "..%5cpages.ts",
    "....//pages.ts",
    "%00site.css",
    "constructor",
    "__proto__",
    `${"a".repeat(90)}.css`,
  ])("does not exist when it is called %j", async (name) => {
    const answer = await app.inject(`/~/assets/${assets.version()}/${name}`);
    expect(answer.statusCode).toBe(404);
  });
});

describe("a QR code", () => {
  it.each([
    ["/~/qr/AbC123Z.svg", "https://sho.rt/AbC123Z"],
    ["/~/qr/my-promo_1.svg", "https://sho.rt/my-promo_1"],
    [`/~/qr/${"x".repeat(64)}.svg`, `https://sho.rt/${"x".repeat(64)}`],
    ["/~/qr/AbC123Z.svg?domain=GO.example", "https://go.example/AbC123Z"],
    ["/~/qr/AbC123Z.svg?domain=sho.rt", "https://sho.rt/AbC123Z"],
  ])("at %s is that of %s", async (url, encoded) => {
    const { statusCode, headers, body } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("image/svg+xml");
    expect(headers["cache-control"]).toBe("public, max-age=86400");
    expect(darkModules(body)).toEqual(darkModulesOf(encoded));
  });

  it.each([
    "/~/qr/AbC123Z",
    "/~/qr/AbC123Z.png",
    "/~/qr/.svg",
    "/~/qr/a.b.svg",
    "/~/qr/a%2Fb.svg",
    "/~/qr/%EA%B0%80.svg",
    "/~/qr/%3Cscript%3E.svg",
    `/~/qr/${"x".repeat(65)}.svg`,
    "/~/qr/AbC123Z.svg?domain=evil.example",
    "/~/qr/AbC123Z.svg?domain=",
  ])("does not exist at %s", async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it("can do nothing when it is opened by itself", async () => {
    const { headers } = await app.inject("/~/qr/AbC123Z.svg");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

const modulePixels = 8;

/** Reads the dark modules out of a drawing: `row,column`, sorted. */
function darkModules(svg: string): readonly string[] {
  const squares = [...svg.matchAll(/M(\d+),(\d+)h8v8h-8z/g)];
  return squares.map(([, x, y]) => `${Number(y) / modulePixels},${Number(x) / modulePixels}`).sort();
}

function darkModulesOf(url: string): readonly string[] {
  const { data } = encode(url, { ecc: "M", border: 4 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${y},${x}`] : []))).sort();
}
