import { CliError } from "../cli-error.ts";
import type { Connection } from "./connection.ts";

/** A link as the service shows it, as far as it is shown to people; `json` is the whole of it. */
export type LinkAnswer = {
  readonly json: unknown;
  readonly shortCode: string;
  readonly shortUrl: string;
  readonly longUrl: string;
  readonly state: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly note: string | undefined;
  readonly createdAt: string | undefined;
  readonly expiresAt: string | undefined;
  /** Such as "3 / 10"; undefined where the link has no budget. */
  readonly clicksLeft: string | undefined;
  /** Clicks of people since ever; undefined where the service does not say. */
  readonly clicks: number | undefined;
  readonly quarantinedAt: string | undefined;
  readonly quarantineReason: string | undefined;
};

/** One page of links. */
export type PageAnswer = {
  readonly json: unknown;
  readonly links: readonly LinkAnswer[];
  readonly cursor: string | undefined;
};

/** @throws {CliError} `SERVER_STRANGE` */
export function parseLink(body: unknown, connection: Connection): LinkAnswer {
  const link = fieldsOf(body);
  const [shortCode, shortUrl, longUrl] = [textOf(link["shortCode"]), textOf(link["shortUrl"]), textOf(link["longUrl"])];
  if (shortCode === undefined || shortUrl === undefined || longUrl === undefined) throw strange(connection);
  const quarantine = fieldsOf(link["quarantine"]);
  const tags = Array.isArray(link["tags"]) ? link["tags"].map(String) : [];
  return {
    json: body,
    shortCode,
    shortUrl,
    longUrl,
    state: textOf(link["state"]) ?? "",
    status: typeof link["status"] === "number" ? `${link["status"]}` : "",
    tags,
    note: textOf(link["note"]),
    createdAt: textOf(link["createdAt"]),
    expiresAt: textOf(link["expiresAt"]),
    clicksLeft: budgetOf(link["clicksLeft"], link["maxClicks"]),
    clicks: countOf(fieldsOf(link["clickCount"])["clicks"]),
    quarantinedAt: textOf(quarantine["at"]),
    quarantineReason: textOf(quarantine["reason"]),
  };
}

/** @throws {CliError} `SERVER_STRANGE` */
export function parsePage(body: unknown, connection: Connection): PageAnswer {
  const { links, cursor } = fieldsOf(body);
  if (!Array.isArray(links)) throw strange(connection);
  return { json: body, links: links.map((link) => parseLink(link, connection)), cursor: textOf(cursor) };
}

/** Nothing where it is no object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

/** Undefined where it is no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The error for an answer that is no Narrows service's. */
export function strange({ server }: Connection): CliError {
  return new CliError("SERVER_STRANGE", { server: server.origin, status: 200 });
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function budgetOf(left: unknown, max: unknown): string | undefined {
  return typeof left === "number" && typeof max === "number" ? `${left} / ${max}` : undefined;
}
