/** A field that may not be there: where it stands, such as `links[3].alias`. */
export type JsonFault = { readonly kind: "too-deep" | "too-many" | "duplicate" | "poisoned"; readonly path: string };

type Container = {
  /** The keys seen so far; undefined for an array. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  key: string;
  index: number;
  /** In an object: whether the next string is a key. */
  expectsKey: boolean;
};

/** Names that lead to an object's prototype in careless code; nothing here is called so. */
const poisonedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export type JsonBounds = {
  /** How deep objects and arrays may be nested. */
  readonly maxDepth: number;
  /** How many members all objects and arrays may have together: each costs far more than its bytes. */
  readonly maxMembers: number;
};

/**
 * Looks through JSON text for what `JSON.parse` lets pass: deep nesting, floods of members, repeated keys, keys that
 * reach a prototype.
 *
 * It is no validator: text that is not JSON gives some answer, never an error. Time and memory are linear.
 */
export function scanJson(text: string, { maxDepth, maxMembers }: JsonBounds): JsonFault | undefined {
  const stack: Container[] = [];
  let fault: JsonFault | undefined;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const top = stack.at(-1);
    if (character === '"') {
      const end = stringEnd(text, at);
      if (top?.expectsKey === true) fault ??= takeKey(top, keyText(text.slice(at, end)));
      at = end - 1;
    } else if (character === "{" || character === "[") {
      // Such text is not parsed at all, so the first such fault ends the search.
      if (stack.length >= maxDepth) return { kind: "too-deep", path: "" };
      stack.push(openContainer(top, character === "{"));
    } else if (character === "}" || character === "]") {
      stack.pop();
    } else if (character === "," && top !== undefined) {
      top.expectsKey = top.keys !== undefined;
      top.index += 1;
      members += 1;
      if (members > maxMembers) return { kind: "too-many", path: "" };
    }
  }
  return fault;
}

function openContainer(parent: Container | undefined, isObject: boolean): Container {
  const path = parent === undefined ? "" : memberPath(parent);
  return { keys: isObject ? new Set() : undefined, path, key: "", index: 0, expectsKey: isObject };
}

function takeKey(container: Container, key: string): JsonFault | undefined {
  container.key = key;
  container.expectsKey = false;
  if (poisonedKeys.has(key)) return { kind: "poisoned", path: memberPath(container) };
  if (container.keys?.has(key) === true) return { kind: "duplicate", path: memberPath(container) };
  container.keys?.add(key);
  return undefined;
}

function memberPath({ keys, path, key, index }: Container): string {
  if (keys === undefined) return `${path}[${index}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** The place behind a string's closing quote; the text's end when it is never closed. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    if (!isEscaped(text, quote)) return quote + 1;
  }
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** `"a"` and `"\u0061"` are one key. */
function keyText(literal: string): string {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
