import type { Click } from "../click.ts";

/** A click of a human that differs from the others by its number alone. */
export function sampleClick(index: number, changes: Partial<Click> = {}): Click {
  return { ...plainClick, id: sampleClickId(index), at: plainClick.at + index, ...changes };
}

export function sampleClicks(count: number, first = 0): readonly Click[] {
  return Array.from({ length: count }, (_, index) => sampleClick(first + index));
}

/** A UUID version 7 whose time and number both grow with the index. */
export function sampleClickId(index: number): string {
  const time = (plainClick.at + index).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`;
}

const plainClick = {
  domain: "",
  code: "AbC123Z",
  at: Date.UTC(2026, 0, 15, 12),
  class: "human",
  reason: "default",
  visitor: "0123456789abcdef",
  status: 302,
  country: "KR",
  region: null,
  referrer: "example.com",
  device: "mobile",
  browser: "Chrome",
  os: "Android",
  language: "ko",
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
} as const satisfies Omit<Click, "id">;
