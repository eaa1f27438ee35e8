import type { Random } from "../../program/random.ts";
import { marker, oddTexts, type Mutation } from "./mutation.ts";
import type { RawRequest } from "./raw-request.ts";

const fields = [
  "longUrl",
  "alias",
  "domain",
  "expiresAt",
  "tags",
  "note",
  "status",
  "reuse",
  "enabled",
  "reason",
  "links",
  marker,
];

/** JSON texts of values of every type, also of sizes and depths that nobody should send. */
const values: readonly string[] = [
  "null",
  "true",
  "0",
  "-1",
  "302",
  "302.5",
  "1e999",
  "123456789012345678901234567890",
  `"123"`,
  `""`,
  `"\\u0000"`,
  `"\\ud800"`,
  `"http://user:pw@example.com/"`,
  `"javascript:alert(1)"`,
  `"https://example.com/\\r\\nSet-Cookie: a=b"`,
  `"https://example.com/${"a".repeat(9_000)}"`,
  JSON.stringify(`https://example.com/${marker}`),
  JSON.stringify(marker),
  "[]",
  "{}",
  `[["a"]]`,
  `{"__proto__":{"a":1}}`,
  `{"constructor":{"prototype":{"a":1}}}`,
  "[".repeat(5_000) + "]".repeat(5_000),
  `{"a":`.repeat(500) + "1" + "}".repeat(500),
  `[${"0,".repeat(2_000)}0]`,
];

const wholeBodies: readonly string[] = [
  "",
  " ",
  "null",
  "[]",
  "{}",
  "{",
  '"',
  "\xef\xbb\xbf{}",
  "\0",
  "<a/>",
  "a=b",
  "NaN",
  "// x",
  marker,
];

/** Mutations of the body and of how its length is told. */
export const bodyMutations: readonly Mutation[] = [
  (request, random) => withBody(request, random.pick(wholeBodies)),
  (request, random) => withBody(request, setField(request, `"${random.pick(fields)}":${random.pick(values)}`, random)),
  (request, random) => withBody(request, setField(request, `"${random.pick(fields)}":${random.pick(values)}`, random)),
  (request, random) => withBody(request, setField(request, `"__proto__":${random.pick(values)}`, random)),
  (request, random) => withBody(request, setField(request, `${JSON.stringify(random.pick(oddTexts))}:1`, random)),
  (request, random) => withBody(request, replaceValue(request, random)),
  (request, random) =>
    withBody(request, request.body.toString("latin1").slice(0, random.below(request.body.length + 1))),
  (request) => withBody(request, `${request.body.toString("latin1")}${request.body.toString("latin1")}`),
  (request) => withBody(request, `{"note":"${"x".repeat(70_000)}"}`),
  (request, random) => ({
    ...request,
    framing: { kind: "length", told: String(request.body.length + random.below(9) - 4) },
  }),
  (request, random) => ({ ...request, framing: { kind: "length", told: random.pick(oddTexts) } }),
  (request) => ({ ...request, framing: { kind: "chunked" } }),
  (request) => ({ ...request, framing: { kind: "none" } }),
];

function withBody(request: RawRequest, text: string): RawRequest {
  return { ...request, body: Buffer.from(text, "latin1"), framing: { kind: "length" } };
}

/** Adds a field in front of the others, or behind them. */
function setField({ body }: RawRequest, field: string, random: Random): string {
  const inner = body.toString("latin1").slice(1, -1);
  const parts = inner === "" ? [field] : [field, inner];
  return `{${(random.chance(0.5) ? parts : parts.toReversed()).join()}}`;
}

function replaceValue({ body }: RawRequest, random: Random): string {
  const text = body.toString("latin1");
  const places = [...text.matchAll(/:("[^"]*"|\d+|true|null)/g)];
  if (places.length === 0) return random.pick(values);
  const { index, 0: old } = random.pick(places);
  return `${text.slice(0, index)}:${random.pick(values)}${text.slice(index + old.length)}`;
}
