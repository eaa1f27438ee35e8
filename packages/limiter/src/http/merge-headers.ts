import type { HeaderFormat, HeaderLine } from "./header-format.ts";

/**
 * What to set so that another limiter's headers on the same response survive.
 *
 * @param current The value that a header has already, if any.
 */
export function mergeHeaders(
  format: HeaderFormat,
  lines: readonly HeaderLine[],
  current: (name: string) => string | undefined,
): readonly HeaderLine[] {
  const { tightestBy } = format;
  if (tightestBy === undefined) return lines.map((line) => appended(line, current(line[0])));
  const theirs = current(tightestBy);
  const ours = lines.find(([name]) => name === tightestBy)?.[1];
  return theirs !== undefined && Number(theirs) <= Number(ours) ? [] : lines;
}

function appended([name, value]: HeaderLine, earlier: string | undefined): HeaderLine {
  return [name, earlier === undefined || earlier === "" ? value : `${earlier}, ${value}`];
}
