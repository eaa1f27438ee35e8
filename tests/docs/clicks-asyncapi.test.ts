import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clickClasses, formatClick, parseClick, type Click } from "@narrows/clicks";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

type Described = {
  readonly asyncapi: string;
  readonly channels: { readonly clicks: { readonly address: string } };
  readonly components: {
    readonly messages: {
      readonly click: { readonly examples: readonly { readonly payload: Record<string, unknown> }[] };
    };
    readonly schemas: {
      readonly click: { readonly properties: Readonly<Record<string, { readonly enum?: unknown }>> };
    };
  };
};

const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "reference", "clicks.asyncapi.yaml"), "utf8");
const described = parse(text) as Described;
const { click } = described.components.schemas;
const [human = {}, ...others] = described.components.messages.click.examples.map(({ payload }) => payload);

const isDescribed = new Ajv({ allowUnionTypes: true, strictTypes: false })
  .addVocabulary(["components"])
  .addSchema({ $id: "urn:narrows:clicks", components: described.components })
  .compile({ $ref: "urn:narrows:clicks#/components/schemas/click" });

function isParsed(record: unknown): boolean {
  try {
    parseClick(JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

/** `$ref`s of a part of the description, wherever they stand. */
function refsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === "$ref" ? [String(each)] : refsIn(each)));
}

function lookUp(ref: string): unknown {
  const names = ref.replace("#/", "").split("/");
  return names.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], described);
}

describe("the description of the event", () => {
  test("is one of AsyncAPI 3, all of whose references lead somewhere", () => {
    expect(described.asyncapi).toMatch(/^3\.\d+\.\d+$/);
    expect(described.channels.clicks.address).toBe("narrows.clicks");
    const refs = refsIn(described);
    expect(refs.length).toBeGreaterThan(12);
    for (const ref of refs) expect(lookUp(ref)).toBeDefined();
  });

  test("has the fields and classes that are written, in their order", () => {
    expect(Object.keys(click.properties)).toEqual(Object.keys(JSON.parse(formatClick(human as Click)) as object));
    expect(click.properties["class"]?.enum).toEqual(clickClasses);
  });

  test("has examples that are clicks", () => {
    expect(others.length).toBeGreaterThan(0);
    for (const example of [human, ...others]) {
      expect(isDescribed(example)).toBe(true);
      const { v: _, ...fields } = example;
      expect(parseClick(JSON.stringify(example))).toEqual(fields);
    }
  });

  test.each(Object.keys(click.properties))("demands `%s`, as reading does", (name) => {
    const { [name]: _, ...rest } = human;
    expect([isDescribed(rest), isParsed(rest)]).toEqual([false, false]);
  });

  test("lets fields pass that it does not know, as reading does", () => {
    const later = { ...human, city: "Seoul" };
    expect([isDescribed(later), isParsed(later)]).toEqual([true, true]);
  });

  test.each([
    ["id", "019AD4B2-8F00-7C3E-9A41-5F0D3C2B1A09"],
    ["id", "019ad4b2-8f00-4c3e-9a41-5f0d3c2b1a09"],
    ["code", "a".repeat(65)],
    ["code", "a/b"],
    ["at", 1.5],
    ["at", -1],
    ["at", 8.64e15 + 1],
    ["status", 99],
    ["visitor", "8ef79e29db9970e"],
    ["visitor", ""],
    ["country", "\u0000"],
    ["country", "\uD800"],
    ["country", "x".repeat(201)],
    ["domain", null],
    ["v", 2],
  ])("refuses %s: %j, as reading does", (name, value) => {
    const record = { ...human, [name]: value };
    expect([isDescribed(record), isParsed(record)]).toEqual([false, false]);
  });

  test("says the same as reading of whatever stands in a field", () => {
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      // Characters of two UTF-16 code units are counted as one by a schema.
      fc.string({ unit: "grapheme-ascii", maxLength: 210 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom("", null, 0, 100, 599, 600, 302, "human", "no-signal", "8ef79e29db9970e3", "가".repeat(200)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(click.properties)), values, (name, value) => {
        const record = JSON.parse(JSON.stringify({ ...human, [name]: value })) as unknown;
        expect(isDescribed(record)).toBe(isParsed(record));
      }),
      { numRuns: 1_000 },
    );
  });
});
