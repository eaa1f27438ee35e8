import type { ClickCounts, LinkCount } from "../../click-store.ts";
import { clickClasses } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { linkColumns } from "./link-columns.ts";
import { spanParameters } from "./span-parameters.ts";
import { readStatement } from "./statement.ts";

const selectTop = readStatement("top");
const selectTopAmong = readStatement("top-among");

/** Carries out `ClickCounts.top`, by the plain columns of the buckets alone. */
export async function readTop(
  connection: Connection,
  { from, to, classes, among, limit }: Parameters<ClickCounts["top"]>[0],
): Promise<readonly LinkCount[]> {
  const weights = Object.fromEntries(clickClasses.map((name) => [name, classes.includes(name) ? 1 : 0]));
  const asked = { ...weights, ...spanParameters([{ from, to }]), limit };
  const rows = await (among === undefined
    ? connection.run(selectTop, asked)
    : connection.run(selectTopAmong, { ...asked, ...linkColumns(among) }));
  return rows.map(([domain, code, clicks]) => ({
    domain: String(domain),
    code: String(code),
    clicks: Number(clicks),
  }));
}
