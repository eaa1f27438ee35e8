import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { languages } from "../src/language.ts";
import { denialPage, denialPageHeaders, type DenialKind } from "../src/pages/denial-page.ts";
import { htmlFaults } from "./html-faults.ts";

const kinds: readonly DenialKind[] = [
  "unknown",
  "gone",
  "expired",
  "blocked",
  "no-page",
  "misdirected",
  "throttled",
  "unavailable",
];
const pages = languages.flatMap((language) =>
  kinds.map((kind) => ({ kind, language, page: denialPage(kind, language) })),
);

describe("the page of a dead short link", () => {
  it.each(pages)("is one whole document of its own for $kind in $language", ({ page, language }) => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="/);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page.endsWith("</html>\n")).toBe(true);
    expect(htmlFaults(page)).toEqual([]);
    expect(new Set(pages.map((other) => other.page)).size).toBe(pages.length);
  });

  it.each(pages)("asks for nothing else and runs nothing ($kind, $language)", ({ page }) => {
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|style="|\son\w+=/);
    expect(Buffer.byteLength(page)).toBeLessThan(3_000);
  });

  it.each(pages)("has its style under the hash that its policy allows ($kind, $language)", ({ page, language }) => {
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(style).not.toBe("");
    expect(denialPageHeaders(language)["content-security-policy"]).toContain(`style-src 'sha256-${hash}';`);
  });

  it("says of a wait without a known end no more than that there is one", () => {
    expect(denialPage("throttled", "en")).toContain("Load this page again in a moment.");
    expect(denialPage("throttled", "ko")).toContain("잠시 후 이 페이지를 새로 고쳐 주세요.");
  });

  it("is written once", () => {
    expect(denialPage("gone", "ko")).toBe(denialPage("gone", "ko"));
    expect(denialPageHeaders("ko")["content-language"]).toBe("ko");
  });
});
