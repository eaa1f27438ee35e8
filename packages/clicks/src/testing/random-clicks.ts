import type { LinkRef, Span } from "../click-store.ts";
import { clickClasses, type Click } from "../click.ts";
import { newClick } from "./unique-clicks.ts";

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

/** The same numbers in every run: Marsaglia's xorshift32. */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export type RandomClicks = {
  readonly count: number;
  readonly links: readonly LinkRef[];
  readonly spans: readonly Span[];
  /** How many different visitors there are at most. */
  readonly visitors: number;
};

/** Clicks of every class, with few and with many values, roughly in the order of time. */
export function randomClicks(random: Random, options: RandomClicks): readonly Click[] {
  const visitors = Array.from({ length: options.visitors }, () => randomVisitor(random));
  const clicks = Array.from({ length: options.count }, () => randomClick(random, options, visitors));
  // As logs of several processes give them: some come hours late.
  const lateMs = new Map(clicks.map((click) => [click.id, random() ** 8 * 7_200_000]));
  const arrival = (click: Click): number => click.at + (lateMs.get(click.id) ?? 0);
  return clicks.toSorted((a, b) => arrival(a) - arrival(b));
}

export function randomVisitor(random: Random): string {
  const half = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return half() + half();
}

function randomClick(random: Random, { links, spans }: RandomClicks, visitors: readonly string[]): Click {
  const { from, to } = pick(random, spans);
  return newClick({
    at: from + Math.floor(random() * (to - from)),
    ...skewed(random, links),
    class: random() < 0.6 ? "human" : pick(random, clickClasses),
    visitor: random() < 0.1 ? null : pick(random, visitors),
    status: pick(random, [301, 302, 307, 308]),
    country: pick(random, [null, "KR", "KR", "US", "NP", "AU", "CA"]),
    region: pick(random, [null, "KR-11", "US-NY", "AU-NSW"]),
    referrer: random() < 0.4 ? null : `host-${Math.floor(random() ** 2 * 60)}.example`,
    device: pick(random, [null, "desktop", "mobile", "tablet"]),
    browser: pick(random, ["Chrome", "Safari", "Firefox", "삼성 인터넷"]),
    os: pick(random, [null, "Android", "iOS", "Windows"]),
    language: pick(random, [null, "ko", "en", "ne"]),
    utmSource: pick(random, [null, null, "newsletter", "(other)", "뉴스레터"]),
    utmCampaign: random() < 0.7 ? null : `campaign ${Math.floor(random() * 20)}`,
  });
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** The first ones far more often than the last ones. */
function skewed<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() ** 3 * values.length)] as T;
}
