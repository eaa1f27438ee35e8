import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliErrors } from "../src/cli-error.ts";
import { english } from "../src/texts/english.ts";
import { korean } from "../src/texts/korean.ts";
import { chooseLanguage, sayIn } from "../src/texts/say.ts";

const sourceFolder = join(import.meta.dirname, "../src");

function sources(): string {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" });
  const readable = files.filter((file) => file.endsWith(".ts") && !/texts.(?:english|korean)/.test(file));
  return readable.map((file) => readFileSync(join(sourceFolder, file), "utf8")).join("\n");
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}

describe("the texts", () => {
  test("have the same keys in both languages", () => {
    expect(Object.keys(korean).sort()).toEqual(Object.keys(english).sort());
  });

  test.each(Object.entries(english))("%s names the same values in both languages", (key, text) => {
    expect(placeholders(korean[key as keyof typeof english])).toEqual(placeholders(text));
  });

  test("are translated", () => {
    const same = Object.entries(english).filter(([key, text]) => korean[key as keyof typeof english] === text);
    expect(same.map(([key]) => key)).toEqual(["column.id", "value.none", "mend.OPTION_INVALID", "mend.ROW_MALFORMED"]);
  });

  test.each([
    ["English", english],
    ["Korean", korean],
  ])("name no command in %s as if it were on the PATH", (_, texts) => {
    expect(Object.values(texts).filter((text) => /`narrows\b/.test(text))).toEqual([]);
  });

  test("count nothing by a number before a word, which would have to know one from many", () => {
    const counted = Object.entries(english).filter(([, text]) => /\{(?:made|reused|refused|count)\} \w/.test(text));
    expect(counted).toEqual([]);
  });

  test("are all used", () => {
    const code = sources();
    const fromTables = Object.keys(cliErrors).flatMap((name) => [`error.${name}`, `mend.${name}`]);
    const groups = ["codes", "db", "keys", "links", "policies", "reports"];
    const unused = Object.keys(english).filter(
      (key) =>
        !code.includes(`"${key}"`) &&
        !fromTables.includes(key) &&
        !/^(?:state|category|config|grain|dimension)\./.test(key) &&
        !groups.includes(key),
    );
    expect(unused).toEqual([]);
  });

  test("have words for every error and its mend", () => {
    for (const name of Object.keys(cliErrors)) {
      expect(Object.keys(english)).toEqual(expect.arrayContaining([`error.${name}`, `mend.${name}`]));
    }
  });
});

describe("sayIn", () => {
  test("puts values in, also when they look like placeholders", () => {
    expect(sayIn("en")("error.COMMAND_UNKNOWN", { given: "{program}" })).toBe("There is no command {program}.");
  });
});

describe("chooseLanguage", () => {
  test.each([
    [["ko_KR.UTF-8"], "ko"],
    [["ko"], "ko"],
    [["KO-kr"], "ko"],
    [[undefined, "ko_KR", "en_US"], "ko"],
    [["C", "ko_KR"], "en"],
    [["kok_IN"], "en"],
    [[undefined, undefined, undefined], "en"],
    [["fr_FR"], "en"],
  ] as const)("%j is %s", (locales, language) => {
    expect(chooseLanguage(locales)).toBe(language);
  });
});
