import { formatClick, type Click } from "@narrows/clicks";

const links = 50_000;
const countries = ["KR", "US", "NP", "AU", "CA", null];
const browsers = ["Chrome", "Safari", "Firefox", "Samsung Internet"];

/** Records as a log holds them: on links of which some are followed far more often, about 1,000 a second. */
export function logRecords(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => formatClick(clickAt(from + index)));
}

function clickAt(number: number): Click {
  const at = Date.UTC(2026, 5, 1) + number;
  const spread = mix(number);
  const id = `${at.toString(16).padStart(12, "0")}7000${(0x8000_0000_0000_0000n + BigInt(number)).toString(16)}`;
  return {
    id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    domain: "",
    code: `c${Math.floor((spread / 2 ** 32) ** 3 * links)}`,
    at,
    class: number % 10 === 0 ? "bot" : "human",
    reason: "none",
    visitor: mix(spread).toString(16).padStart(16, "0"),
    status: 302,
    country: pick(countries, spread),
    region: null,
    referrer: number % 3 === 0 ? null : `host-${spread % 40}.example`,
    device: pick(["desktop", "mobile"], spread >>> 3),
    browser: pick(browsers, spread >>> 5),
    os: pick(["Android", "iOS", "Windows"], spread >>> 7),
    language: pick(["ko", "en"], spread >>> 9),
    utmSource: number % 5 === 0 ? "newsletter" : null,
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
  };
}

/** The same every time, and without a pattern that one could see. */
function mix(number: number): number {
  return (Math.imul(number ^ (number >>> 15), 0x2c1b_3c6d) ^ (number << 7)) >>> 0;
}

function pick<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T;
}
