import type { Language } from "./language.ts";

/** Up to two of the next unit a wait is told in the smaller one: rounding up then adds half at most. */
const units = [
  { unit: "second", seconds: 1, most: 120 },
  { unit: "minute", seconds: 60, most: 120 },
  { unit: "hour", seconds: 3_600, most: 48 },
  { unit: "day", seconds: 86_400, most: Infinity },
] as const;

/** Says how long a wait is, such as `about 21 minutes`: rounded up, so that nobody comes back too soon. */
export function waitText(seconds: number, language: Language): string {
  const { unit, seconds: size } = units.find((each) => seconds <= each.most * each.seconds) ?? units[0];
  const span = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.ceil(seconds / size),
  );
  return size === 1 ? span : `${about[language]} ${span}`;
}

const about: Readonly<Record<Language, string>> = { en: "about", ko: "약" };
