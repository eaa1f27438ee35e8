import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type Node } from "yaml";
import { enoughFaults } from "./enough-faults.ts";
import type { PolicyFault } from "./policy-fault.ts";
import { outOfBounds, type OutOfBounds } from "./yaml-bounds.ts";

export type Place = { readonly line: number; readonly column: number };

/** A path into the document: `["policies", 3, "window"]`. */
export type YamlPath = readonly (string | number)[];

/** A YAML document as plain data that knows where each part of it stands. */
export type PlacedYaml = {
  readonly value: unknown;
  readonly faults: readonly PolicyFault[];
  /** Whether `value` can be judged in spite of the faults: fields that are there twice spoil nothing else. */
  readonly isReadable: boolean;
  /** Where a value begins; where it is missing, what would hold it. */
  readonly placeOf: (path: YamlPath) => Place;
  /** Where the name of a field stands. */
  readonly placeOfKey: (path: YamlPath, key: string) => Place;
};

/** How often one part may be repeated by an alias: a small file must not become a huge one. */
const maxAliases = 100;

/** Reads YAML 1.2; what a parser would only warn of is a fault here. */
export function parseYaml(text: string): PlacedYaml {
  const refusal = outOfBounds(text);
  if (refusal !== undefined) return unread(text, refusal);
  const lines = new LineCounter();
  // The parser would compare each key with each other.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false } as const;
  const document = withoutStacks(() => parseDocument(text, options));
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const malformed = (reason: string, place: Place): PolicyFault => ({
    code: "YAML_MALFORMED",
    ...place,
    policy: undefined,
    values: { reason: reason.replace(/\.?$/, ".") },
  });
  const complaints = [...document.errors, ...document.warnings];
  const faults = complaints.slice(0, enoughFaults).map(({ message, pos }) => malformed(message, at(pos[0])));
  if (faults.length === 0) {
    faults.push(...repeatedKeys(document).map((offset) => malformed("Map keys must be unique", at(offset))));
  }
  const placeOf = (path: YamlPath): Place => at(nearestNode(document, path)?.range?.[0] ?? 0);
  const placeOfKey = (path: YamlPath, key: string): Place => {
    const map = nodeAt(document, path);
    const pair = isMap(map) ? map.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
    return isScalar(pair?.key) ? at(pair.key.range?.[0] ?? 0) : placeOf(path);
  };
  const unreadable = { value: undefined, faults, isReadable: false, placeOf, placeOfKey };
  if (complaints.length > 0) return unreadable;
  try {
    return { ...unreadable, value: document.toJS({ maxAliasCount: maxAliases }), isReadable: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...unreadable, faults: [malformed(reason, at(0))] };
  }
}

/** The parser makes an error of each complaint, there can be thousands, and a stack costs more than what it is about. */
function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function unread(text: string, { code, offset }: OutOfBounds): PlacedYaml {
  const before = text.slice(0, offset).split("\n");
  const place: Place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const fault: PolicyFault = { code, ...place, policy: undefined, values: {} };
  return { value: undefined, faults: [fault], isReadable: false, placeOf: () => place, placeOfKey: () => place };
}

/** Where a key stands that its map has already. */
function repeatedKeys(document: Document): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return offsets;
}

function nearestNode(document: Document, path: YamlPath): Node | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = nodeAt(document, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return undefined;
}

function nodeAt(document: Document, path: YamlPath): Node | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return typeof node === "object" && node !== null && "range" in node ? (node as Node) : undefined;
}
