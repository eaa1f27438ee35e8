import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "../src/language.ts";
import { assetNames, createAssetFiles } from "../src/pages/asset-files.ts";
import { homePage, type HomeView } from "../src/pages/home/home-page.ts";
import { scriptTexts } from "../src/pages/home/home-texts.ts";
import { htmlFaults } from "./html-faults.ts";

const views: readonly HomeView[] = languages.flatMap((language) =>
  [true, false].map((isAnonymousAllowed) => ({
    language,
    isLanguageAsked: true,
    isAnonymousAllowed,
    assets: createAssetFiles(),
    version: "1.2.3",
    baseUrl: "https://sho.rt",
  })),
);
const scripts = assetNames
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, source: readFileSync(new URL(`../src/pages/assets/${name}`, import.meta.url), "utf8") }));

describe("the start page", () => {
  it.each(views)("is well-formed ($language, anonymous: $isAnonymousAllowed)", (view) => {
    expect(htmlFaults(homePage(view))).toEqual([]);
  });

  it.each(views)("has every element that its scripts look for ($language, anonymous: $isAnonymousAllowed)", (view) => {
    const page = homePage(view);
    const wanted = scripts.flatMap(({ source }) => [...source.matchAll(/element\("([^"]+)"/g)].map(([, id]) => id));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
  });

  it.each(views)(
    "names every field for those who do not see it ($language, anonymous: $isAnonymousAllowed)",
    (view) => {
      const page = homePage(view);
      const fields = [...page.matchAll(/<input\s[^>]*id="([^"]+)"/g)].map(([, id]) => id);
      expect(fields).toEqual(["longUrl", "key", "remember-key", "alias", "expiresAt"]);
      const isNamed = (id: string | undefined) =>
        page.includes(`for="${id}"`) || new RegExp(`<label[^>]*>\\s*<input id="${id}"`).test(page);
      expect(fields.filter((id) => !isNamed(id))).toEqual([]);
      expect(page).toContain('role="status"');
      expect(page).toContain('role="alert"');
    },
  );

  it.each(views)("cuts off nothing that is pasted into it ($language)", (view) => {
    expect(homePage(view)).not.toContain("maxlength");
  });

  it.each(views)("says without JavaScript what to do instead ($language, anonymous: $isAnonymousAllowed)", (view) => {
    const [, words = ""] = /<noscript\s*>(?!<link)(.*?)<\/noscript\s*>/s.exec(homePage(view)) ?? [];
    expect(words).toContain("curl https://sho.rt/v1/urls");
    expect(words.includes("Authorization: Bearer")).toBe(!view.isAnonymousAllowed);
  });

  it("gives its scripts the words that they use, and no others", () => {
    const all = scripts.map(({ source }) => source).join("\n");
    const used = [...all.matchAll(/\btext\("(\w+)"\)|\btexts\["(\w+)"\]/g)].map(([, one, other]) => one ?? other);
    expect(new Set(used)).toEqual(new Set(Object.keys(scriptTexts.en)));
  });

  it.each(languages)("has every place to fill in kept in the words of %s", (language) => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    const names = Object.keys(scriptTexts.en) as (keyof typeof scriptTexts.en)[];
    const differing = names.filter(
      (name) => places(scriptTexts[language][name]).join() !== places(scriptTexts.en[name]).join(),
    );
    expect(differing).toEqual([]);
  });
});

describe("the scripts of the start page", () => {
  it.each(scripts)("$name loads nothing that is not served", ({ source }) => {
    const imported = [...source.matchAll(/from "\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(imported.filter((file) => !assetNames.some((name) => name === file))).toEqual([]);
  });

  it.each(scripts)("$name never writes markup", ({ source }) => {
    expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
  });
});
