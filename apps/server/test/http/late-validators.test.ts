import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { createLateValidators } from "../../src/http/late-validators.ts";
import { routes } from "../../src/routes/index.ts";

const text = { type: "object", required: ["text"], properties: { text: { type: "string" } } } as const;

describe("a validator that compiles its schema late", () => {
  test("judges its first request and those after it alike", () => {
    const judge = createLateValidators()(text);
    const judged = [{ text: "a" }, { text: 1 }, {}, { text: "b" }].map((data) => judge(data));
    const keywords = judged.map((found) => (found === true ? "right" : found.error.map(({ keyword }) => keyword)));
    expect(keywords).toEqual(["right", ["type"], ["required"], "right"]);
  });

  test("keeps the faults of each request apart", () => {
    const judge = createLateValidators()(text);
    const first = judge({ text: 1 });
    judge({});
    expect(first).toMatchObject({ error: [{ keyword: "type", instancePath: "/text" }] });
  });

  test("converts, fills in and drops nothing", () => {
    const schema = {
      type: "object",
      properties: { size: { type: "integer", default: 3 } },
      additionalProperties: false,
    };
    const judge = createLateValidators()(schema);
    const empty = {};
    expect([judge({ size: "1" }) === true, judge({ other: 1 }) === true, judge(empty), empty]).toEqual([
      false,
      false,
      true,
      {},
    ]);
  });

  test("throws with each request where its schema is none", () => {
    const judge = createLateValidators()({ type: "nothing" });
    expect(() => judge({})).toThrow("type");
    expect(() => judge({})).toThrow("type");
  });

  // The start compiles none of them, so it would not tell of one that is wrong, and the service takes them for right.
  test.each(routes.map(({ method, url, query, body }) => ({ name: `${method} ${url}`, schemas: [query, body] })))(
    "can compile the schemas of $name",
    ({ schemas }) => {
      const validatorOf = createLateValidators();
      const written = schemas.filter((schema) => schema !== undefined);
      expect(written.map((schema) => new Ajv().validateSchema(schema))).toEqual(written.map(() => true));
      expect(() => written.map((schema) => validatorOf(schema)({}))).not.toThrow();
    },
  );
});
