/** What nothing is drawn as, and what more and more is. */
const [none, ...heights] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** A line of these, with an instant on either side, still fits into a narrow terminal. */
const perLine = 48;

/**
 * Draws numbers from 0 on as bars, one column each, in lines of 48. The largest is the highest; whatever is more than
 * nothing looks like more than nothing.
 */
export function sparkline(numbers: readonly number[]): readonly string[] {
  const most = Math.max(1, ...numbers);
  const bars = numbers.map((number) =>
    number === 0 ? none : heights[Math.ceil((number / most) * heights.length) - 1],
  );
  return Array.from({ length: Math.ceil(bars.length / perLine) }, (_, line) =>
    bars.slice(line * perLine, (line + 1) * perLine).join(""),
  );
}
