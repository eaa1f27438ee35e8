import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { arrayText, readStatement, statementOf, valuesOf } from "../src/stores/postgres/sql.ts";

describe("a statement for PostgreSQL", () => {
  it("is divided at its parameters, and a cast is none", () => {
    const { texts, names } = statementOf("SELECT :a::text, b::bigint FROM t WHERE c = :aLongName AND d = :a");
    expect([...texts]).toEqual(["SELECT ", "::text, b::bigint FROM t WHERE c = ", " AND d = ", ""]);
    expect(names).toEqual(["a", "aLongName", "a"]);
  });

  it("takes no word of a comment for a parameter", () => {
    expect(statementOf("-- From :a up to :b.\nSELECT 1\n-- :c\n").names).toEqual([]);
  });

  it("gets its values in its own order, and one that is missing is no NULL", () => {
    const statement = statementOf("SELECT :b, :a, :b");
    expect(valuesOf(statement, { a: null, b: "2", c: 3 })).toEqual(["2", null, "2"]);
    expect(() => valuesOf(statement, { a: null })).toThrow("without its parameter :b");
  });

  it("can be read from every file", () => {
    const names = readdirSync(new URL("../src/stores/postgres/sql/", import.meta.url));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(readStatement(name.replace(/\.sql$/, "")).texts.join("")).not.toContain("--");
  });
});

describe("an array for PostgreSQL", () => {
  it("tells texts from nothing and from numbers, whatever is in them", () => {
    expect(arrayText([])).toBe("{}");
    expect(arrayText([1, -2, null])).toBe("{1,-2,NULL}");
    expect(arrayText(["", "NULL", "a,b", "{}", 'q"\\', "é\n"])).toBe('{"","NULL","a,b","{}","q\\"\\\\","é\n"}');
  });
});
