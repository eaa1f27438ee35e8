import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Where people are spoken to in Korean. */
const texts = globSync(["README.ko.md", "docs/guide/*.ko.md", "apps/{cli,server}/src/**/*.ts"], { cwd: root })
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
  .filter(({ text }) => /[가-힣]/.test(text));

/** One word for one thing, one tone, and no particle that leaves the choice to the reader. */
const strays = [
  [/짧은 (?:링크|주소)/, "단축 링크"],
  [/끝나는 때|사용 기한/, "만료"],
  [/꺼짐/, "중지됨"],
  [/관리자/, "운영자 (admin) or 검토자 (moderator)"],
  [/앞 ?(?:쪽|페이지)/, "이전 페이지"],
  [/십시오/, "-세요"],
  [/을\(를\)|이\(가\)|은\(는\)|\(으\)로/, "a sentence without that particle"],
] as const;

test("Korean is found in the web pages, the problems, the command line, the README and the guide", () => {
  expect(texts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "README.ko.md",
      "docs/guide/choose-an-algorithm.ko.md",
      "apps/cli/src/texts/korean.ts",
      "apps/server/src/pages/docs/korean.ts",
    ]),
  );
});

test.each(strays)("Korean says %s in one way: %s", (stray) => {
  expect(texts.filter(({ text }) => stray.test(text)).map(({ path }) => path)).toEqual([]);
});
