import type { ApiKey } from "@narrows/links";
import type { Outcome } from "../cli-command.ts";
import { renderRows, renderTable } from "../output/table.ts";
import type { Say } from "../texts/say.ts";

const columns = [
  "column.id",
  "column.name",
  "column.state",
  "column.scopes",
  "column.owner",
  "column.domain",
  "column.created",
  "column.expires",
] as const;

/** What keys are shown by. */
export type KeyView = {
  readonly say: Say;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The host of the default domain; undefined where only the service knows it. */
  readonly defaultHost: string | undefined;
};

/** Shows a new key with its secret, which nobody can show again. */
export function newKeyOutcome(key: ApiKey, secret: string, view: KeyView): Outcome {
  const { say, now } = view;
  const headings = headingsOf(say);
  const cells = cellsOf(key, view);
  const fields = renderRows(headings.map((heading, index) => [heading, cells[index] ?? ""]));
  const human = `${say("keys.created")}\n\n  ${secret}\n\n${fields}`;
  return { json: { ...keyJson(key, now), secret }, human };
}

/** Shows keys, the oldest first. */
export function keysOutcome(keys: readonly ApiKey[], view: KeyView): Outcome {
  const { say, now } = view;
  const json = { keys: keys.map((key) => keyJson(key, now)) };
  if (keys.length === 0) return { json, human: `${say("keys.none")}\n` };
  return {
    json,
    human: renderTable(
      headingsOf(say),
      keys.map((key) => cellsOf(key, view)),
    ),
  };
}

function headingsOf(say: Say): readonly string[] {
  return columns.map((column) => say(column));
}

function cellsOf(key: ApiKey, view: KeyView): readonly string[] {
  const { say, now } = view;
  return [
    key.id,
    key.name,
    say(`state.${stateAt(key, now)}`),
    key.scopes.join(","),
    key.ownerId,
    domainText(key, view),
    instant(key.createdAt) ?? "",
    instant(key.expiresAt) ?? say("value.none"),
  ];
}

function keyJson(key: ApiKey, now: number): object {
  const { id, name, scopes, ownerId, domain } = key;
  const state = stateAt(key, now);
  const [createdAt, expiresAt, revokedAt] = [key.createdAt, key.expiresAt, key.revokedAt].map(instant);
  return { id, name, state, scopes, ownerId, domain, createdAt, expiresAt, revokedAt };
}

function stateAt({ revokedAt, expiresAt }: ApiKey, now: number): "revoked" | "expired" | "active" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

function domainText({ domain }: ApiKey, { say, defaultHost }: KeyView): string {
  if (domain === null) return say("value.all");
  if (domain !== "") return domain;
  return defaultHost === undefined ? say("value.default") : say("value.defaultHost", { host: defaultHost });
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
