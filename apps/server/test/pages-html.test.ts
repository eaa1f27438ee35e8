import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html, jsonBlock } from "../src/pages/html.ts";
import { htmlFaults } from "./html-faults.ts";

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "`", "/", "!", "-", "s", "c", " ", "\u0000", "\\") }),
  fc.constantFrom("</script><script>alert(1)</script>", "<!--", "]]>", "&lt;", "\u2028", '" autofocus onfocus="x'),
);

const entities: Readonly<Record<string, string>> = {
  "&#38;": "&",
  "&#60;": "<",
  "&#62;": ">",
  "&#34;": '"',
  "&#39;": "'",
};

function unescape(text: string): string {
  return text.replace(/&#\d+;/g, (entity) => entities[entity] ?? entity);
}

describe("html", () => {
  it("lets no markup through, whatever the text, and shows the text as it was", () => {
    fc.assert(
      fc.property(nasty, nasty, (text, attribute) => {
        const written = html`<p title="${attribute}">${text}</p>`.toString();
        const [, inAttribute, inText] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/s.exec(written) ?? [];
        expect(unescape(inAttribute ?? "?")).toBe(attribute);
        expect(unescape(inText ?? "?")).toBe(text);
      }),
      { seed: 20_261, numRuns: 2_000 },
    );
  });

  it("escapes text in lists, and text that was escaped before", () => {
    expect(html`${["<", [html`<b>${"&"}</b>`], "&#60;"]}`.toString()).toBe("&#60;<b>&#38;</b>&#38;#60;");
  });

  it("leaves out what is not there", () => {
    expect(html`a${undefined}${false}${[]}b${0}`.toString()).toBe("ab0");
  });

  it("does not take an object of the same form for markup", () => {
    const forged = { toString: () => "<script>" } as unknown as string;
    expect(() => html`${forged}`.toString()).toThrow(TypeError);
  });
});

describe("a block of data", () => {
  it("cannot be ended by what is in it, and reads back the same", () => {
    fc.assert(
      fc.property(fc.dictionary(nasty, nasty), (data) => {
        const written = jsonBlock("data", data).toString();
        const [, json] = /^<script type="application\/json" id="data">([^<]*)<\/script>$/s.exec(written) ?? [];
        expect(JSON.parse(json ?? "")).toEqual(JSON.parse(JSON.stringify(data)));
      }),
      { seed: 20_262, numRuns: 1_000 },
    );
  });
});

describe("the check of pages in these tests", () => {
  it.each([
    ["<p>", "<p> stays open"],
    ["<p><b></p></b>", "</p> closes what is not open"],
    ["</p>", "</p> closes what is not open"],
    ['<p id="a"></p><b id="a"></b>', "id a appears twice"],
    ['<label for="a">x</label>', "nothing has the id a"],
    ['<a href="#a">x</a>', "nothing has the id a"],
  ])("finds what is wrong with %s", (page, fault) => {
    expect(htmlFaults(page)).toContain(fault);
  });
});
