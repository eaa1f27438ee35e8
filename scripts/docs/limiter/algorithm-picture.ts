import { quota } from "./contenders.ts";
import type { Play, Point } from "./play.ts";
import { stacks } from "./stacks.ts";
import { box, line, path, picture, text } from "./svg.ts";
import { acts, trafficEndsAtSeconds } from "./traffic.ts";

const width = 900;
const height = 424;
const left = 74;
const right = 882;
/** Where passed marks stand and refused ones hang. */
const baseline = 160;
const markPixels = 7;
const level = { top: 262, bottom: 362, most: 2 * quota.limit };

/** One algorithm: what it let pass, what it took to be used, and what really had passed. */
export function algorithmPicture(result: Play): string {
  const { contender, passedMs, refusedMs, mostInWindow } = result;
  const sum = `${passedMs.length} passed, ${refusedMs.length} refused; at most ${mostInWindow} within ${quota.seconds} s`;
  return picture(width, height, `${contender.title}: ${sum}`, [
    text({ x: 18, y: 30 }, contender.title, "title"),
    text({ x: right, y: 30 }, sum, "", "end"),
    ...grid(),
    ...acts.map(({ name, fromSeconds, toSeconds }) =>
      text({ x: (toX(fromSeconds) + toX(toSeconds)) / 2, y: 62 }, name, "soft", "middle"),
    ),
    ...marks(result),
    ...levels(result),
    ...legend(),
  ]);
}

function grid(): readonly string[] {
  const seconds = Array.from(
    { length: Math.floor(trafficEndsAtSeconds / quota.seconds) + 1 },
    (_, i) => i * quota.seconds,
  );
  return seconds.flatMap((second) => [
    line({ x: toX(second), y: 74 }, { x: toX(second), y: level.bottom }, "grid"),
    text({ x: toX(second), y: level.bottom + 18 }, `${second} s`, "soft", "middle"),
  ]);
}

function marks({ passedMs, refusedMs }: Play): readonly string[] {
  const side = markPixels - 1.6;
  return [
    ...stacks(passedMs).flatMap(({ atMs, count }) =>
      each(count, (i) => box({ x: toX(atMs / 1_000), y: baseline - (i + 1) * markPixels }, [side, side], "passed")),
    ),
    ...stacks(refusedMs).flatMap(({ atMs, count }) =>
      each(count, (i) => box({ x: toX(atMs / 1_000), y: baseline + 3 + i * markPixels }, [side, side], "refused")),
    ),
    line({ x: left, y: baseline }, { x: right, y: baseline }, "axis"),
    text({ x: left - 8, y: baseline - 6 }, "passed", "soft", "end"),
    text({ x: left - 8, y: baseline + 16 }, "refused", "soft", "end"),
  ];
}

function each(count: number, mark: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => mark(index));
}

function levels({ level: points, truth }: Play): readonly string[] {
  const end: Point = { atMs: trafficEndsAtSeconds * 1_000, value: 0 };
  return [
    path(toPath([{ atMs: 0, value: 0 }, ...points, end]), "level"),
    path(toPath(truth), "truth"),
    line({ x: left, y: toY(quota.limit) }, { x: right, y: toY(quota.limit) }, "limit"),
    line({ x: left, y: level.bottom }, { x: right, y: level.bottom }, "axis"),
    ...[0, quota.limit, 2 * quota.limit].map((value) =>
      text({ x: left - 8, y: toY(value) + 5 }, String(value), "soft", "end"),
    ),
  ];
}

function legend(): readonly string[] {
  const y = 404;
  return [
    box({ x: left, y: y - 10 }, [22, 11], "level"),
    text({ x: left + 30, y }, "used, as the algorithm counts"),
    line({ x: left + 262, y: y - 4 }, { x: left + 284, y: y - 4 }, "truth"),
    text({ x: left + 292, y }, `passed in the last ${quota.seconds} s`),
    line({ x: left + 464, y: y - 4 }, { x: left + 486, y: y - 4 }, "limit"),
    text({ x: left + 494, y }, `limit: ${quota.limit}`),
  ];
}

function toPath(points: readonly Point[]): readonly (readonly [number, number])[] {
  return points.map(({ atMs, value }) => [toX(atMs / 1_000), toY(value)] as const);
}

function toX(seconds: number): number {
  return left + (seconds / trafficEndsAtSeconds) * (right - left);
}

function toY(value: number): number {
  return level.bottom - (value / level.most) * (level.bottom - level.top);
}
