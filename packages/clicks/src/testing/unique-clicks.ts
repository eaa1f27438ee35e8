import type { ClickBatch, LinkRef } from "../click-store.ts";
import { clickDimensions, type Click } from "../click.ts";
import { dayMs, hourMs, minuteMs } from "../time-units.ts";

export { dayMs, hourMs, minuteMs };

/** 2026-03-01T00:00:00Z */
const firstDay = Date.UTC(2026, 2, 1);

let names = 0;
let ids = 0;
let months = 0;

/** A link that no other test has. */
export function uniqueLink(domain = ""): LinkRef {
  return { domain, code: uniqueName("code") };
}

export function uniqueName(kind: string): string {
  names += 1;
  return `${kind}-${names}`;
}

/** The beginning of 30 UTC days that no other test uses, so that all links together can be counted, too. */
export function uniqueMonth(): number {
  months += 1;
  return firstDay + months * 30 * dayMs;
}

/** A click of a human of whom nothing else is known. */
export function newClick(fields: Partial<Click> & Pick<Click, "at">): Click {
  const unknown = Object.fromEntries(clickDimensions.map((name) => [name, null]));
  return {
    id: clickId(fields.at),
    domain: "",
    code: "code",
    class: "human",
    reason: "none",
    visitor: null,
    status: 302,
    ...(unknown as { readonly [Dimension in (typeof clickDimensions)[number]]: null }),
    ...fields,
  };
}

/** A UUID version 7 that was not given before. */
export function clickId(at: number): string {
  ids += 1;
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${ids.toString(16).padStart(12, "0")}`;
}

/** A batch without dead letters; its positions are numbers of clicks unless they are given. */
export function batchOf(clicks: readonly Click[], fields: Partial<ClickBatch> = {}): ClickBatch {
  const from = fields.from ?? 0;
  return { partition: "0", from, to: from + Math.max(1, clicks.length), clicks, dead: [], ...fields };
}

/** Stores clicks as the whole of a partition that no other test has. */
export async function storeAll(
  store: { store(batch: ClickBatch): Promise<void> },
  clicks: readonly Click[],
  batchSize = 1_000,
): Promise<void> {
  const partition = uniqueName("partition");
  for (let from = 0; from < clicks.length; from += batchSize) {
    await store.store(batchOf(clicks.slice(from, from + batchSize), { partition, from }));
  }
}
