import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "../src/language.ts";
import { createAssetFiles } from "../src/pages/asset-files.ts";
import { docsPage, type DocsView } from "../src/pages/docs/docs-page.ts";
import { korean } from "../src/pages/docs/korean.ts";
import type { OpenApi } from "../src/pages/docs/open-api.ts";
import { problemTable } from "../src/problems/index.ts";
import { htmlFaults } from "./html-faults.ts";

const view = {
  language: "en",
  isLanguageAsked: false,
  assets: createAssetFiles(),
  version: "1.2.3",
  baseUrl: "https://sho.rt",
} as const satisfies DocsView;

const small: OpenApi = {
  components: {
    schemas: { Pair: { type: "object", properties: { left: { type: "string", description: "The `left` one." } } } },
  },
  paths: {
    "/v1/things/{name}": {
      parameters: [],
      post: {
        operationId: "makeThing",
        tags: ["Links"],
        summary: "Make <b>a thing</b>",
        description: "Makes it's thing.",
        security: [{}, { key: ["links:write"] }],
        parameters: [
          {
            name: "name",
            in: "path",
            required: true,
            schema: { type: "string", examples: ["one"] },
            description: "Its name.",
          },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 9, default: 5 } },
          { name: "by", in: "query", required: true, schema: { type: "string", enum: ["size", "age"] } },
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["words", "kind"],
                properties: {
                  words: { type: "array", maxItems: 2000, items: { type: "string" }, examples: [["it's"]] },
                  kind: { type: ["string", "null"], enum: ["a", "b"], maxLength: 4 },
                  pairs: { type: "array", items: { $ref: "#/components/schemas/Pair" } },
                },
              },
            },
          },
        },
        responses: {
          201: {
            description: "Made.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pair" } } },
          },
          409: { description: "ALIAS_TAKEN, NOT_A_CODE" },
        },
      },
    },
  },
};

/** The markup between two marks without its indentation, as a browser shows it. */
function shown(page: string, from = "<main", to = "</main>"): string {
  const part = page.slice(page.indexOf(from), page.indexOf(to));
  return part
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .replace(/(?<=<td>) | (?=<\/td>)/g, "");
}

describe("the documentation of an operation", () => {
  const page = shown(docsPage(view, small), '<section class="operation"', '<section id="errors"');

  it("names address, method and scopes, and says where no key is needed", () => {
    expect(page).toContain('<span class="method">POST</span> /v1/things/{name}');
    expect(page).toMatch(/Without a key only where anonymous creation is allowed[^<]*<code>links:write<\/code>/);
  });

  it("lists parameters with their place, type, limits and meaning", () => {
    expect(page).toMatch(
      /<code>name<\/code><span class="required">required<\/span><\/th><td>in the path, string<\/td><td>Its name\.<\/td>/,
    );
    expect(page).toMatch(/<code>limit<\/code><\/th><td>in the query, integer.*?1 to 9.*?default 5/);
  });

  it("lists fields by their path, through lists and references, with what may stand there", () => {
    expect(page).toMatch(/<code>words<\/code><span class="required">.*?string\[\].*?at most 2,000 items/);
    expect(page).toMatch(
      /<code>kind<\/code><span class="required">.*?<td>string \| null.*?one of a, b.*?at most 4 characters/,
    );
    expect(page).toContain("<code>pairs</code></th><td>object[]</td>");
    expect(page).toContain("<code>pairs[].left</code>");
    expect(page).toContain("The <code>left</code> one.");
  });

  it("shows a command that can be pasted into a shell", () => {
    expect(page).toContain(
      "curl &#39;https://sho.rt/v1/things/one?by=size&#39; \\ -H &#34;Authorization: Bearer $NARROWS_KEY&#34;",
    );
    expect(page).toContain(
      String.raw`-d &#39;{&#34;words&#34;:[&#34;it&#39;\&#39;&#39;s&#34;],&#34;kind&#34;:&#34;a&#34;}&#39;`,
    );
  });

  it("leads from each refusal to its row, and takes no other word for a code", () => {
    expect(page).toContain('<a href="#ALIAS_TAKEN"><code>ALIAS_TAKEN</code></a>');
    expect(page).not.toContain("#NOT_A_CODE");
  });

  it("escapes what the description says", () => {
    expect(page).toContain("Make &#60;b&#62;a thing&#60;/b&#62;");
    expect(page).not.toContain("<b>");
  });

  it.each(languages)("is well-formed in %s", (language) => {
    expect(htmlFaults(docsPage({ ...view, language }, small))).toEqual([]);
  });

  it("refuses a description that refers to what is not there", () => {
    const broken = { ...small, components: {} };
    expect(() => docsPage(view, broken)).toThrow("#/components/schemas/Pair");
  });
});

describe("the table of error codes", () => {
  it.each(languages)("has a row to link to for every code, in %s", (language) => {
    const page = shown(docsPage({ ...view, language }, { paths: {} }));
    const rows = [...page.matchAll(/<tr id="([A-Z_]+)">/g)].map(([, code]) => code);
    expect(rows).toEqual(Object.keys(problemTable));
    expect(page).toContain(problemTable.ALIAS_TAKEN.title[language]);
    expect(page).toContain(problemTable.ALIAS_TAKEN.mend[language]);
  });
});

describe("the documentation of this service", () => {
  const file = new URL("../openapi.json", import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApi;

  it.each(languages)("is well-formed in %s", (language) => {
    expect(htmlFaults(docsPage({ ...view, language }, document))).toEqual([]);
  });

  it("has Korean for every sentence of the API's description, and for nothing else", () => {
    const asked = new Set<string>();
    docsPage({ ...view, language: "ko", translate: (text) => (asked.add(text), text) }, document);
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked].filter((text) => !Object.hasOwn(korean, text))).toEqual([]);
    expect(Object.keys(korean).filter((text) => !asked.has(text))).toEqual([]);
  });

  it("has Korean that is Korean", () => {
    expect(Object.values(korean).filter((text) => !/[가-힣]/.test(text))).toEqual([]);
  });
});
