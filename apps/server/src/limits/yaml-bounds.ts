import { Lexer } from "yaml";

/** A policies file needs three levels; a parser takes the longer for each the deeper it lies. */
const maxDepth = 32;

/**
 * Pieces that a lexer makes of the text: brackets, spaces, names, values. A hundred policies with all fields come to
 * 10,000; what a parser has to do, and how much it can complain, grows with them.
 */
export const maxTokens = 20_000;

/** The lexer's word for a scalar, whose text comes next. */
const scalarMark = "\u001F";
const otherMarks: ReadonlySet<string> = new Set(["\u0002", "\u0018"]);

/** Why a text is not given to the parser, and where. */
export type OutOfBounds = { readonly code: "YAML_TOO_DEEP" | "YAML_TOO_LONG"; readonly offset: number };

/** Where a document has more, or goes deeper, than any policies do: the offset of the piece that is one too many. */
export function outOfBounds(text: string): OutOfBounds | undefined {
  let offset = 0;
  let tokens = 0;
  let brackets = 0;
  let dashes = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token === scalarMark) isScalar = true;
    if (token === scalarMark || otherMarks.has(token)) continue;
    if (++tokens > maxTokens) return { code: "YAML_TOO_LONG", offset };
    if (!isScalar) {
      if (token === "[" || token === "{") brackets += 1;
      else if (token === "]" || token === "}") brackets -= 1;
      else if (token === "-" || token === "?") dashes += 1;
      else if (token.endsWith("\n")) dashes = 0;
      if (brackets + dashes > maxDepth) return { code: "YAML_TOO_DEEP", offset };
    }
    isScalar = false;
    offset += token.length;
  }
  return undefined;
}
