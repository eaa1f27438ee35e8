import { describe, expect, it } from "vitest";
import { prefersHtml } from "../../src/http/prefers-html.ts";

describe("prefersHtml", () => {
  it.each([
    ["text/html", true],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
    ["TEXT/HTML", true],
    ["application/json, text/html", true],
    ["application/json, text/html;q=0.9", false],
    ["text/html;q=0", false],
    ["text/html;q=x", false],
    ["*/*", false],
    ["text/*", false],
    ["application/problem+json", false],
    ["", false],
    [undefined, false],
  ])("%s: %s", (accept, expected) => {
    expect(prefersHtml(accept)).toBe(expected);
  });
});
