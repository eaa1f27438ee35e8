import { clickClasses, clickDimensions, type Click, type ClickClass } from "../../click.ts";

/** How a click lies in its row beside its instant and its link. */
export type RawClick = {
  readonly id: Uint8Array;
  readonly class: number;
  readonly visitor: Uint8Array | null;
  readonly payload: string;
};

/** Columns as SQLite gives them. */
export type ClickRow = Readonly<Record<string, unknown>>;

/** The first element of the payload. */
const format = 1;

export function packClick(click: Click): RawClick {
  return {
    id: idBytes(click.id),
    class: clickClasses.indexOf(click.class),
    visitor: click.visitor === null ? null : Buffer.from(click.visitor, "hex"),
    payload: JSON.stringify([format, click.reason, click.status, ...clickDimensions.map((name) => click[name])]),
  };
}

export function unpackClick(row: ClickRow, link: { readonly domain: string; readonly code: string }): Click {
  const [, reason, status, ...values] = JSON.parse(String(row["payload"])) as unknown[];
  const dimensions = Object.fromEntries(clickDimensions.map((name, index) => [name, values[index] ?? null]));
  return {
    id: uuidOf(row["id"] as Uint8Array),
    domain: link.domain,
    code: link.code,
    at: Number(row["at"]),
    class: classOf(row),
    reason,
    visitor: visitorOf(row),
    status,
    ...dimensions,
    // What was packed was a click.
  } as Click;
}

function classOf(row: ClickRow): ClickClass {
  return clickClasses[Number(row["class"])] ?? "human";
}

function visitorOf(row: ClickRow): string | null {
  const visitor = row["visitor"] as Uint8Array | null;
  return visitor === null ? null : Buffer.from(visitor).toString("hex");
}

export function idBytes(id: string): Uint8Array {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
