import { Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { attackTexts } from "./attack-texts.ts";
import { lineAt, readSourceFiles, type SourceFile } from "./source-file.ts";

type Written = { readonly at: string; readonly expression: RegExp };

const root = new URL("../..", import.meta.url).pathname;

/** A quarter of what a request's headers may have: a square shows already. */
const length = 4_000;

/** What takes a step for every pair of places in the text. */
const squared = /^[ ]*(?:"")?[ ]*$/;

describe("the regular expressions of the product", () => {
  it("take no time that grows faster than the text", { timeout: 240_000 }, () => {
    const allowedMs = shortestMs(squared, `${" ".repeat(length)}x`) / 8;
    const written = readSourceFiles(root).filter(isProduct).flatMap(readExpressions);
    expect(written.length).toBeGreaterThan(20);
    expect(written.filter(({ expression }) => isSlow(expression, allowedMs)).map(({ at }) => at)).toEqual([]);
  });

  it.each([
    ["two like classes in a row", /^([0-9a-f:.]*:[0-9a-f:.]*)%\w{1,64}$/],
    ["spaces before and after what may be missing", /^[ \t]*(?:(W\/)?"([\x21\x23-\x7e]*)")?[ \t]*$/],
    ["what begins anew at every place", /a+$/],
    ["the same behind a fixed beginning", /^text\/plain;\s*(?:q=\d)?\s*$/],
    ["a quoted text without an end", /"(?:[^"\\]|\\.)*"/],
  ])("would be found: %s", { timeout: 240_000 }, (_, expression) => {
    expect(isSlow(expression, shortestMs(squared, `${" ".repeat(length)}x`) / 8)).toBe(true);
  });
});

function isProduct({ path }: SourceFile): boolean {
  return /^(?:apps|packages)\/[^/]+\/src\//.test(path);
}

function readExpressions(file: SourceFile): readonly Written[] {
  const found: Written[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ at: `${file.path}:${lineAt(file, node.start)}`, expression: new RegExp(pattern, flags) });
    },
  }).visit(file.syntax.program);
  return found;
}

function isSlow(expression: RegExp, allowedMs: number): boolean {
  const once = new RegExp(expression.source, expression.flags.replace("g", ""));
  return attackTexts(once, length).some(
    (text) => takenMs(once, text) > allowedMs && shortestMs(once, text) > allowedMs,
  );
}

/** The machine may have been busy with something else in the others. */
function shortestMs(expression: RegExp, text: string): number {
  return Math.min(...Array.from({ length: 5 }, () => takenMs(expression, text)));
}

function takenMs(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const startedAt = performance.now();
  expression.test(text);
  return performance.now() - startedAt;
}
