import { createLimiter, memoryStore } from "@narrows/limiter";
import { quota, type Contender } from "./contenders.ts";
import { arrivalsMs, trafficEndsAtSeconds } from "./traffic.ts";

export type Point = { readonly atMs: number; readonly value: number };

/** What an algorithm made of the traffic. */
export type Play = {
  readonly contender: Contender;
  readonly passedMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** What the algorithm takes to be used, in requests. */
  readonly level: readonly Point[];
  /** What has really passed in the last window, in requests. */
  readonly truth: readonly Point[];
  readonly mostInWindow: number;
};

/** Midnight of a day, so that windows of every length that divides a day begin there. */
const startMs = Date.UTC(2026, 0, 1);
const windowMs = quota.seconds * 1_000;
const sampleMs = 250;
/** Whole units are told, so that hundredths of a request can be drawn. */
const unitsPerRequest = 100;

/** Puts the traffic before the real limiter, whose clock is moved from request to request. */
export function play(contender: Contender): Play {
  let nowMs = 0;
  const limiter = createLimiter({
    policy: { name: "picture", by: ["client"], cost: unitsPerRequest, ...contender.options(unitsPerRequest) },
    store: memoryStore({ clock: () => (startMs + nowMs) * 1_000 }),
  });
  const level: Point[] = [];
  const look = () => {
    const left = limiter.peekNow("client").remaining / unitsPerRequest;
    level.push({ atMs: nowMs, value: quota.limit - left });
  };
  const passedMs: number[] = [];
  const refusedMs: number[] = [];
  for (const { atMs, isRequest } of moments()) {
    nowMs = atMs;
    look();
    if (!isRequest) continue;
    (limiter.allow("client") ? passedMs : refusedMs).push(atMs);
    look();
  }
  return { contender, passedMs, refusedMs, level, truth: truthOf(passedMs), mostInWindow: mostInWindow(passedMs) };
}

function moments(): readonly { readonly atMs: number; readonly isRequest: boolean }[] {
  const regular = Array.from({ length: (trafficEndsAtSeconds * 1_000) / sampleMs + 1 }, (_, i) => i * sampleMs);
  // Just before a window ends as well, so that its fall is drawn upright.
  const samples = regular.flatMap((atMs) => (atMs > 0 && atMs % windowMs === 0 ? [atMs - 1, atMs] : [atMs]));
  return [
    ...samples.map((atMs) => ({ atMs, isRequest: false })),
    ...arrivalsMs.map((atMs) => ({ atMs, isRequest: true })),
  ].toSorted((a, b) => a.atMs - b.atMs || Number(a.isRequest) - Number(b.isRequest));
}

function truthOf(passedMs: readonly number[]): readonly Point[] {
  const changes = [...passedMs, ...passedMs.map((atMs) => atMs + windowMs)].toSorted((a, b) => a - b);
  const count = (atMs: number) => passedMs.filter((passed) => passed <= atMs && passed > atMs - windowMs).length;
  const endMs = trafficEndsAtSeconds * 1_000;
  const steps = changes
    .filter((atMs) => atMs < endMs)
    .flatMap((atMs) => [
      { atMs, value: count(atMs - 1) },
      { atMs, value: count(atMs) },
    ]);
  return [{ atMs: 0, value: 0 }, ...steps, { atMs: endMs, value: count(endMs) }];
}

function mostInWindow(passedMs: readonly number[]): number {
  return Math.max(
    ...passedMs.map((from) => passedMs.filter((passed) => passed >= from && passed < from + windowMs).length),
  );
}
