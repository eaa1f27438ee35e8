import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compilePolicy, type PolicyOptions } from "@narrows/limiter";
import { describe, expect, it } from "vitest";
import { contenders } from "../../scripts/docs/limiter/contenders.ts";
import { limiterPages } from "../../scripts/docs/limiter/pages.ts";
import { play } from "../../scripts/docs/limiter/play.ts";
import { arrivalsMs } from "../../scripts/docs/limiter/traffic.ts";
import { parseMarkdown } from "./markdown.ts";

const plays = contenders.map(play);
const pictures = limiterPages.filter(({ path }) => path.endsWith(".svg"));
const guide = join(import.meta.dirname, "..", "..", "docs", "guide");

describe("the pictures of the algorithms", () => {
  it.each(plays)("show every request, and none beyond the worst case: $contender.title", (result) => {
    const { passedMs, refusedMs, mostInWindow, contender } = result;
    expect([...passedMs, ...refusedMs].toSorted((a, b) => a - b)).toEqual(arrivalsMs);
    expect(mostInWindow).toBeLessThanOrEqual(contender.worstCase);
  });

  it("are of every algorithm that a policy can name", () => {
    const names = [...new Set(contenders.map(({ name }) => name))];
    // Whoever asks for another is told which there are.
    const unknown = () => compilePolicy({ name: "p", algorithm: "none" } as unknown as PolicyOptions);
    expect(unknown).toThrow(` takes ${names.join(", ")}, not "none".`);
  });

  it("show the worst case of those that it tells apart", () => {
    const most = plays.map(({ contender, mostInWindow }) => [contender.title, mostInWindow]);
    expect(Object.fromEntries(most)).toMatchObject({
      "fixed-window": 20,
      "sliding-window-log": 10,
      "sliding-window-counter": 19,
      "token-bucket": 19,
    });
  });

  it("show gcra and leaky-bucket deciding as token-bucket does", () => {
    const passed = (name: string) => plays.find(({ contender }) => contender.title === name)?.passedMs;
    expect(passed("gcra")).toEqual(passed("token-bucket"));
    expect(passed("leaky-bucket")).toEqual(passed("token-bucket"));
  });

  it("are well-formed, say what they show, and have colours for the dark", async () => {
    expect(pictures).toHaveLength(7);
    for (const { render } of pictures) {
      const text = await render();
      expect(text).toContain("<title>");
      expect(text).toContain("prefers-color-scheme: dark");
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
      expect(openTags(text)).toEqual([]);
    }
  });

  it.each(["choose-an-algorithm.md", "choose-an-algorithm.ko.md"])("stand in %s, each below its heading", (page) => {
    const { headings, links } = parseMarkdown(readFileSync(join(guide, page), "utf8"));
    const names = [...new Set(contenders.map(({ name }) => name))];
    expect(headings.map(({ text }) => text).filter((text) => names.some((name) => name === text))).toEqual(names);
    expect(links.filter((link) => link.endsWith(".svg")).toSorted()).toEqual(
      pictures.map(({ path }) => path.replace("docs/guide/", "")).toSorted(),
    );
  });
});

/** Tags that are never closed, or closed in another order. */
function openTags(text: string): readonly string[] {
  const open: string[] = [];
  for (const [, close, name = "", empty] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close === "/") {
      if (open.at(-1) === name) open.pop();
    } else if (empty !== "/") open.push(name);
  }
  return open;
}
