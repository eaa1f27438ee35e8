import { stringEnd } from "./string-end.ts";

/** A field that may not be there: where it stands, such as `links[3].alias`. */
export type JsonFault = {
  readonly kind: "malformed" | "too-deep" | "too-many" | "duplicate" | "poisoned";
  readonly path: string;
};

export type JsonBounds = {
  /** How deep objects and arrays may be nested. */
  readonly maxDepth: number;
  /** How many values all objects and arrays may hold together, empty ones included: each costs more than its bytes. */
  readonly maxMembers: number;
};

type Container = {
  readonly isObject: boolean;
  /** The keys seen so far; undefined until there is one. */
  keys: Set<string> | undefined;
  key: string;
  index: number;
};

/** What may come next; `first-…` may also be the end of an empty container. */
type Expected = "value" | "first-value" | "key" | "first-key" | "colon" | "comma" | "end";

/** Names that lead to an object's prototype in careless code; nothing here is called so. */
const poisonedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const whitespace = /[ \t\n\r]*/y;
/** Looser than JSON, whose parser judges it: `1.2.3` ends here as one token. */
const scalar = /[-+.0-9a-zA-Z]+/y;

/**
 * Looks through JSON text for what `JSON.parse` lets pass: deep nesting, floods of members, repeated keys, keys that
 * reach a prototype.
 *
 * Stops at the first token that the grammar does not allow there, so that no more of a text is looked at than of a
 * document with the bounded number of members; what is inside of strings and numbers is left to the parser. Time and
 * memory are linear.
 */
export class JsonScan {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #stack: Container[] = [];
  #at = 0;
  #members = 0;
  #expected: Expected = "value";
  #fault: JsonFault | undefined;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  /** The first fault that was found. */
  get fault(): JsonFault | undefined {
    return this.#fault;
  }

  /** Goes on for about so many characters, at least one token; true: there is more to look at. */
  advance(characters: number): boolean {
    const until = this.#at + characters;
    while (this.#at < until) {
      this.#skip(whitespace);
      if (this.#at >= this.#text.length) {
        if (this.#expected !== "end") this.#stop("malformed");
        return false;
      }
      const stop = this.#takeToken(this.#text[this.#at] ?? "");
      if (stop !== undefined) {
        this.#stop(stop);
        return false;
      }
    }
    return true;
  }

  /** Such text is not parsed at all, so what was found before does not matter. */
  #stop(kind: JsonFault["kind"]): void {
    this.#fault = { kind, path: "" };
  }

  #takeToken(character: string): JsonFault["kind"] | undefined {
    switch (this.#expected) {
      case "first-value":
        return character === "]" ? this.#close() : this.#takeValue(character);
      case "value":
        return this.#takeValue(character);
      case "first-key":
        return character === "}" ? this.#close() : this.#takeKey(character);
      case "key":
        return this.#takeKey(character);
      case "colon":
        return this.#takeColon(character);
      case "comma":
        return this.#takeComma(character);
      case "end":
        return "malformed";
    }
  }

  #takeValue(character: string): JsonFault["kind"] | undefined {
    if (character === "{" || character === "[") return this.#open(character === "{");
    const start = this.#at;
    if (character === '"') this.#at = stringEnd(this.#text, start);
    else this.#skip(scalar);
    this.#afterValue();
    return this.#at === start ? "malformed" : undefined;
  }

  #open(isObject: boolean): JsonFault["kind"] | undefined {
    if (this.#stack.length >= this.#bounds.maxDepth) return "too-deep";
    this.#stack.push({ isObject, keys: undefined, key: "", index: 0 });
    this.#expected = isObject ? "first-key" : "first-value";
    this.#at += 1;
    return this.#count();
  }

  #close(): undefined {
    this.#stack.pop();
    this.#at += 1;
    this.#afterValue();
  }

  #takeKey(character: string): JsonFault["kind"] | undefined {
    const top = this.#stack.at(-1);
    if (character !== '"' || top === undefined) return "malformed";
    const end = stringEnd(this.#text, this.#at);
    top.key = keyText(this.#text.slice(this.#at, end));
    this.#at = end;
    this.#expected = "colon";
    if (poisonedKeys.has(top.key)) this.#fault ??= { kind: "poisoned", path: pathOf(this.#stack) };
    top.keys ??= new Set();
    if (top.keys.has(top.key)) this.#fault ??= { kind: "duplicate", path: pathOf(this.#stack) };
    top.keys.add(top.key);
    return undefined;
  }

  #takeColon(character: string): "malformed" | undefined {
    this.#at += 1;
    this.#expected = "value";
    return character === ":" ? undefined : "malformed";
  }

  #takeComma(character: string): JsonFault["kind"] | undefined {
    const top = this.#stack.at(-1);
    if (top === undefined) return "malformed";
    if (character === (top.isObject ? "}" : "]")) return this.#close();
    if (character !== ",") return "malformed";
    top.index += 1;
    this.#expected = top.isObject ? "key" : "value";
    this.#at += 1;
    return this.#count();
  }

  #count(): "too-many" | undefined {
    this.#members += 1;
    return this.#members > this.#bounds.maxMembers ? "too-many" : undefined;
  }

  #afterValue(): void {
    this.#expected = this.#stack.length === 0 ? "end" : "comma";
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
  }
}

function pathOf(stack: readonly Container[]): string {
  return stack.reduce((path, { isObject, key, index }) => {
    if (!isObject) return `${path}[${index}]`;
    return path === "" ? key : `${path}.${key}`;
  }, "");
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
