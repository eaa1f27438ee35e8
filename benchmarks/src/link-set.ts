/** Prime to 36, so that the codes of neighbours lie far apart in an index, as generated codes do. */
const stride = 1_580_030_173;
const codeSpace = 36 ** 6;
/** The product above must stay an exact number. */
const largestIndex = 5_000_000;

/** The code of the benchmark's link number `index`: seven characters, all different, scattered. */
export function codeOf(index: number): string {
  if (index > largestIndex) throw new RangeError(`Link ${index} is above ${largestIndex}; use fewer links.`);
  return `b${((index * stride) % codeSpace).toString(36).padStart(6, "0")}`;
}

/** Where it leads; about as long as the links that people shorten. */
export function destinationOf(index: number): string {
  return `https://example.com/articles/2026/${index}/a-headline-of-usual-length?utm_source=newsletter&utm_id=${index % 97}`;
}

/** The paths of `count` links from number `first` on, in the order of their numbers. */
export function pathsOf(first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, offset) => `/${codeOf(first + offset)}`);
}

/** A code of the same form that no link has. */
export function unknownPath(index: number): string {
  return `/c${((index * stride) % codeSpace).toString(36).padStart(6, "0")}`;
}
