import type { Click } from "@narrows/clicks";
import { drawZipf, seededRandom } from "../zipf.ts";

/** Gives the next click: as many different values as a busy site has, codes by Zipf's law. */
export function createClicks(links: number, seed: number): (at: number) => Click {
  const random = seededRandom(seed);
  const codes = drawZipf(links, 100_000, random);
  const visitors = Array.from({ length: 200_000 }, () => hex(random) + hex(random));
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const often = (share: number, value: string): string | null => (random() < share ? value : null);
  let number = 0;
  return (at) => ({
    id: idOf(at, number),
    domain: "",
    code: `c${codes[number++ % codes.length]}`,
    at,
    class: random() < 0.8 ? "human" : pick(["bot", "preview", "prefetch", "head"] as const),
    reason: "default",
    visitor: random() < 0.05 ? null : pick(visitors),
    status: 302,
    country: pick(["KR", "KR", "KR", "US", "JP", "DE", "NP", "AU", "CA", "FR"]),
    region: often(0.5, `KR-${Math.floor(random() * 17) + 10}`),
    referrer: often(0.5, `site${Math.floor(random() ** 3 * 500)}.example`),
    device: pick(["mobile", "desktop", "tablet"]),
    browser: pick(["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet"]),
    os: pick(["Android", "iOS", "Windows", "macOS", "Linux"]),
    language: pick(["ko", "en", "ja", "de"]),
    utmSource: often(0.3, pick(["newsletter", "kakao", "x"])),
    utmMedium: often(0.3, pick(["email", "social"])),
    utmCampaign: often(0.3, `campaign-${Math.floor(random() * 30)}`),
    utmTerm: null,
    utmContent: null,
  });
}

function hex(random: () => number): string {
  return Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/** A UUID version 7. */
function idOf(at: number, number: number): string {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
