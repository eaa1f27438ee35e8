import { expect, it } from "vitest";
import { defaultPolicies, parsePolicies, renderPolicies, type PolicyRow } from "../../src/limits/index.ts";
import { maxTokens } from "../../src/limits/yaml-bounds.ts";

/** The largest that is read. */
const size = 64 * 1024;
const start = "policies:\n  - {name: a, for: create, per: key, algorithm: gcra, burst: 1000, refill: 1, every: 1s}\n";

const places = (text: string): readonly string[] =>
  parsePolicies(text).faults.map(({ code, line, column }) => `${code} ${line}:${column}`);

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

/** As much of a noise as is read at all. */
const noise = (piece: string, length = maxTokens) => piece.repeat(Math.floor(length / piece.length));

/** As many as are read, no two of them the same. */
const words = Array.from({ length: Math.floor((maxTokens - 100) / 2) }, (_, at) => `w${at}`);
const exceptions = `${start.replace("}\n", ",\n     except: [")}${words.join(",")}]}\n`;

it.each<[string, string, string]>([
  ["lists in lists", "[".repeat(size), "YAML_TOO_DEEP 1:33"],
  ["lists in lists that are closed", `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`, "YAML_TOO_DEEP 1:33"],
  ["maps in maps", `policies:\n  ${"{a: ".repeat(size / 4 - 5)}`, "YAML_TOO_DEEP 2:131"],
  ["many fields", `more:\n${lines(size / 9, (at) => ` k${at}:\n`)}`, "YAML_TOO_LONG 5001:2"],
  ["brackets that close nothing", noise("][", size), "YAML_TOO_LONG 1:20001"],
  ["more bytes than any policies need", `${start}${"#".repeat(size)}`, "FILE_TOO_LARGE 1:1"],
])("a policies file is refused before it is read with %s", (_, text, fault) => {
  expect(places(text)).toEqual([fault]);
});

it("a policies file with as many policies as there may be is read, in block and in flow style", () => {
  const text = renderPolicies(hundred);
  const json = JSON.stringify({ policies: hundred }, undefined, 2);
  for (const each of [text, json]) expect(parsePolicies(each)).toMatchObject({ faults: [], rows: { length: 100 } });
});

it.each<[string, string, string]>([
  ["brackets that close nothing", noise("]["), "YAML_MALFORMED 1:1"],
  ["commas", `[${noise(",").slice(1)}`, "YAML_MALFORMED 1:3"],
  ["quotes", noise('"'), "YAML_MALFORMED 1:3"],
  ["escapes that there are not", `"${noise("\\q", size - 1)}`, "YAML_MALFORMED 1:2"],
  ["a field many times", `${start}${noise("a:\n", 18_000)}`, "YAML_MALFORMED 4:1"],
  ["policies that are none", `policies:\n${noise("- a\n", maxTokens - 4)}`, "VALUE_INVALID 2:3"],
  ["words for whom there is no exception", exceptions, "WORD_UNKNOWN 3:15"],
  ["fields that there are not", lines(3_000, (at) => `a${at}: 1\n`), "FIELD_MISSING 1:1"],
])("a policies file full of %s is told a hundred faults, and that there are more", (_, text, first) => {
  const said = places(text);
  expect([said.length, said.at(-1)]).toEqual([101, expect.stringContaining("MORE_FAULTS")]);
  expect(said).toContain(first);
});

const hundred = Array.from({ length: 10 }, (_, at) =>
  defaultPolicies.map((row): PolicyRow => ({ ...row, name: `${row.name}-${at}` })),
)
  .flat()
  .slice(0, 100);
