import type { LinkCount } from "../../click-store.ts";
import type { Click } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { readStatement } from "./statement.ts";

const addToTotals = readStatement("add-totals");

/** Adds the humans among new clicks to what their links have had since ever. */
export async function addTotals(connection: Connection, clicks: readonly Click[]): Promise<void> {
  const totals = [...countHumans(clicks).values()];
  if (totals.length === 0) return;
  await connection.run(addToTotals, {
    domain: arrayText(totals.map(({ domain }) => domain)),
    code: arrayText(totals.map(({ code }) => code)),
    clicks: arrayText(totals.map((total) => total.clicks)),
  });
}

function countHumans(clicks: readonly Click[]): ReadonlyMap<string, LinkCount> {
  const totals = new Map<string, LinkCount>();
  for (const { class: clickClass, domain, code } of clicks) {
    if (clickClass !== "human") continue;
    // No code has a space.
    const key = `${code} ${domain}`;
    totals.set(key, { domain, code, clicks: (totals.get(key)?.clicks ?? 0) + 1 });
  }
  return totals;
}
