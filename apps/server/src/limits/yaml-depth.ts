import { Lexer } from "yaml";

/** A policies file needs three levels; a parser takes the longer for each the deeper it lies. */
const maxDepth = 32;

/** The lexer's word for a scalar, whose text comes next. */
const scalarMark = "\u001F";
const otherMarks: ReadonlySet<string> = new Set(["\u0002", "\u0018"]);

/** Where a document goes deeper than any policy does: the offset of the bracket or dash that is one too many. */
export function tooDeepAt(text: string): number | undefined {
  let offset = 0;
  let brackets = 0;
  let dashes = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token === scalarMark) isScalar = true;
    if (token === scalarMark || otherMarks.has(token)) continue;
    if (!isScalar) {
      if (token === "[" || token === "{") brackets += 1;
      else if (token === "]" || token === "}") brackets -= 1;
      else if (token === "-" || token === "?") dashes += 1;
      else if (token.endsWith("\n")) dashes = 0;
      if (brackets + dashes > maxDepth) return offset;
    }
    isScalar = false;
    offset += token.length;
  }
  return undefined;
}
