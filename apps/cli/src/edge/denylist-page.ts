/** What an edge must not answer from a copy; spans are counted from when the page came. */
export type ListRow = {
  /** A host name. */
  readonly domain: string;
  readonly code: string;
  readonly action: "deny" | "bypass";
  readonly forgetInMs: number;
  /** When a `bypass` becomes a `deny`; undefined: never. */
  readonly denyInMs: number | undefined;
};

/** One answer of the feed. */
export type DenylistPage = {
  readonly rows: readonly ListRow[];
  readonly position: string;
  readonly isComplete: boolean;
  readonly isUpToDate: boolean;
  /** 0: a whole list can be had. */
  readonly bypassMs: number;
  readonly waitedMs: number;
  /** The longest that a copy may be fresh after a change. */
  readonly copyLifeMs: number;
};

/** EDGE_MAX_AGE and DEAF_LIMIT of a day each, and the minute that a service adds: no service says more. */
export const longestCopyLifeMs = 2 * 86_400_000 + 60_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an answer of `GET /v1/denylist`. Names become names of files, so they are judged here whoever sent them; and since
 * no copy that was made before the answer outlives `copyLifeMs`, no span that one wrong answer names is believed for longer.
 *
 * @returns Undefined when it is none.
 */
export function parseDenylistPage(body: unknown): DenylistPage | undefined {
  if (!isFields(body) || !Array.isArray(body["rows"])) return undefined;
  const { position, isComplete, isUpToDate } = body;
  if (typeof position !== "string" || !/^\d{1,15}$/.test(position)) return undefined;
  if (typeof isComplete !== "boolean" || typeof isUpToDate !== "boolean") return undefined;
  const [now, waitedMs, copyLifeMs] = [instant(body["now"]), span(body["waitedMs"]), span(body["copyLifeMs"])];
  if (now === undefined || waitedMs === undefined || copyLifeMs === undefined) return undefined;
  if (copyLifeMs > longestCopyLifeMs) return undefined;
  const bypassUntil = body["bypassUntil"] === null ? now : instant(body["bypassUntil"]);
  const rows = body["rows"].map((row: unknown) => parseRow(row, now, copyLifeMs));
  if (bypassUntil === undefined || !rows.every((row) => row !== undefined)) return undefined;
  const bypassMs = Math.min(Math.max(0, bypassUntil - now), copyLifeMs);
  return { rows, position, isComplete, isUpToDate, bypassMs, waitedMs, copyLifeMs };
}

function parseRow(row: unknown, now: number, copyLifeMs: number): ListRow | undefined {
  if (!isFields(row)) return undefined;
  const { domain, code, action } = row;
  const [until, denyAt] = [instant(row["until"]), row["denyAt"] === null ? null : instant(row["denyAt"])];
  if (!isDomain(domain) || !isCode(code) || (action !== "deny" && action !== "bypass")) return undefined;
  if (until === undefined || denyAt === undefined) return undefined;
  const denyInMs = denyAt === null ? undefined : denyAt - now;
  return { domain, code, action, forgetInMs: Math.min(until - now, copyLifeMs), denyInMs };
}

/** A host name or an IPv6 address in brackets; never a path, and no name of a folder above. */
export function isDomain(text: unknown): text is string {
  return (
    typeof text === "string" && text.length <= 253 && /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/.test(text)
  );
}

export function isCode(text: unknown): text is string {
  return typeof text === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function instant(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function span(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : undefined;
}
