import { quota } from "./contenders.ts";
import type { Play } from "./play.ts";
import { stacks } from "./stacks.ts";
import { box, line, picture, text } from "./svg.ts";
import { acts, trafficEndsAtSeconds } from "./traffic.ts";

const width = 900;
const left = 192;
const right = 756;
const top = 96;
const rowHeight = 58;
const markPixels = 2.2;
const markWidth = 3.2;

/** All algorithms below one another: bars up are requests that passed, bars down refused ones. */
export function overviewPicture(plays: readonly Play[]): string {
  const bottom = top + plays.length * rowHeight;
  return picture(width, bottom + 62, "The same requests before every algorithm", [
    text({ x: 18, y: 30 }, `The same requests, a quota of ${quota.limit} in ${quota.seconds} s`, "title"),
    text({ x: 786, y: 70 }, "passed", "soft", "middle"),
    text({ x: 854, y: 54 }, "most within", "soft", "middle"),
    text({ x: 854, y: 70 }, `${quota.seconds} s`, "soft", "middle"),
    ...acts.map(({ name, fromSeconds, toSeconds }) =>
      text({ x: (toX(fromSeconds) + toX(toSeconds)) / 2, y: 70 }, name.replace(/,? then.*/, ""), "soft", "middle"),
    ),
    ...boundaries(bottom),
    ...plays.flatMap((result, index) => row(result, top + index * rowHeight)),
    ...legend(bottom + 46),
  ]);
}

function boundaries(bottom: number): readonly string[] {
  const seconds = Array.from(
    { length: Math.floor(trafficEndsAtSeconds / quota.seconds) + 1 },
    (_, i) => i * quota.seconds,
  );
  return seconds.flatMap((second) => [
    line({ x: toX(second), y: 78 }, { x: toX(second), y: bottom }, "grid"),
    text({ x: toX(second), y: bottom + 18 }, `${second} s`, "soft", "middle"),
  ]);
}

function row({ contender, passedMs, refusedMs, mostInWindow }: Play, y: number): readonly string[] {
  const baseline = y + 30;
  return [
    text({ x: 18, y: baseline + (contender.variant === "" ? 4 : -4) }, contender.name),
    ...(contender.variant === "" ? [] : [text({ x: 18, y: baseline + 13 }, contender.variant, "soft")]),
    ...stacks(passedMs).map(({ atMs, count }) =>
      box({ x: toX(atMs / 1_000), y: baseline - count * markPixels }, [markWidth, count * markPixels], "passed"),
    ),
    ...stacks(refusedMs).map(({ atMs, count }) =>
      box({ x: toX(atMs / 1_000), y: baseline + 1 }, [markWidth, count * markPixels], "refused-bar"),
    ),
    line({ x: left, y: baseline }, { x: right, y: baseline }, "axis"),
    text({ x: 786, y: baseline + 5 }, String(passedMs.length), "", "middle"),
    text({ x: 854, y: baseline + 5 }, String(mostInWindow), "title", "middle"),
  ];
}

function legend(y: number): readonly string[] {
  return [
    box({ x: left, y: y - 10 }, [10, 11], "passed"),
    text({ x: left + 18, y }, "passed"),
    box({ x: left + 82, y: y - 10 }, [10, 11], "refused-bar"),
    text({ x: left + 100, y }, "refused"),
  ];
}

function toX(seconds: number): number {
  return left + (seconds / trafficEndsAtSeconds) * (right - left);
}
