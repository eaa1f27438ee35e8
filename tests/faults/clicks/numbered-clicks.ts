import { parseClick, type Click, type ClickSource, type Visit } from "@narrows/clicks";

const nothingKnown = {
  visitor: null,
  country: null,
  region: null,
  referrer: null,
  device: null,
  browser: null,
  os: null,
  language: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
} as const;

/** Makes a click whose number, which stands in the visit's target, can be told from it and from its id. */
export function describeNumbered({ domain, code, at, status, target }: Visit): Click {
  const number = Number(target.split("?")[1]);
  const time = at.toString(16).padStart(12, "0");
  const tail = `${codeNumber(code).toString(16).padStart(4, "0")}${number.toString(16).padStart(8, "0")}`;
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
  return { id, domain, code, at, status, class: "human", reason: "default", ...nothingKnown, utmTerm: String(number) };
}

export const numberOf = ({ utmTerm }: Click): number => Number(utmTerm);

const codeNumber = (code: string): number => Number(code.split("-")[1]);

/** The numbers of all clicks in a log, in its order. */
export async function numbersIn(source: ClickSource, partition?: string): Promise<readonly number[]> {
  const numbers: number[] = [];
  const { signal } = new AbortController();
  for (const name of partition === undefined ? await source.partitions() : [partition]) {
    for (let after = 0; ;) {
      const batch = await source.read({ partition: name, after, maxRecords: 5_000, signal });
      if (batch === undefined) break;
      numbers.push(...batch.records.map((record) => numberOf(parseClick(record))));
      after = batch.to;
    }
  }
  return numbers;
}
