import { isCode, isReserved } from "@narrows/links";
import { fastify } from "fastify";
import { expect, it } from "vitest";
import { registerPages } from "../src/pages/pages.ts";
import { routes } from "../src/routes/index.ts";
import { createSite } from "../src/site.ts";

/** The first path segments that a link could have as well, and would hide or be hidden by. */
function unreserved(urls: readonly string[]): readonly string[] {
  const segments = urls.map((url) => url.split("/")[1] ?? "");
  return segments.filter((segment) => isCode(segment) && !isReserved(segment));
}

/** Names beside `/v1/urls/:code`: the API would never come to a link that has one as its code. */
function unreservedBesideCodes(urls: readonly string[]): readonly string[] {
  const segments = urls.map((url) => /^\/v1\/urls\/([^/]+)/.exec(url)?.[1] ?? "");
  return segments.filter((segment) => isCode(segment) && !isReserved(segment));
}

/** Every address that a page is registered under. */
async function pageUrls(): Promise<readonly string[]> {
  const urls: string[] = [];
  const app = fastify();
  app.addHook("onRoute", ({ url }) => void urls.push(url));
  const site = createSite({ baseUrl: undefined, domains: [], port: 8787 });
  registerPages(app, { site, version: "1", openApi: () => ({ paths: {} }), anonymousCreate: () => false });
  await app.close();
  return urls;
}

it("no link can be made at an address of the service; if one can, add its first segment to reserved-codes.json", async () => {
  const urls = [...routes.map(({ url }) => url), ...(await pageUrls())];
  expect(urls.length).toBeGreaterThan(routes.length + 3);
  expect(unreserved(urls)).toEqual([]);
});

it("no link can be made that the API cannot show; if one can, add the name beside :code to reserved-codes.json", () => {
  expect(routes.filter(({ url }) => /^\/v1\/urls\/[^:]/.test(url))).not.toEqual([]);
  expect(unreservedBesideCodes(routes.map(({ url }) => url))).toEqual([]);
});

it("a new address is noticed", () => {
  expect(unreservedBesideCodes(["/v1/urls", "/v1/urls/:code/tags", "/v1/urls/recent/:day"])).toEqual(["recent"]);
  expect(unreserved(["/hello", "/hello/:name", "/~/hello", "/hello.txt", "/"])).toEqual(["hello", "hello"]);
});
