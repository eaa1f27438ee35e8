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
  const { remainingIn } = format;
  if (remainingIn === undefined) return lines.map((line) => appended(line, current(line[0])));
  const ours = new Map(lines);
  return remainingIn(current) <= remainingIn((name) => ours.get(name)) ? [] : lines;
}

function appended([name, value]: HeaderLine, earlier: string | undefined): HeaderLine {
  return [name, earlier === undefined || earlier === "" ? value : `${earlier}, ${value}`];
}
