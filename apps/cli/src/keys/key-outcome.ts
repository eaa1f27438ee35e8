import type { ApiKey } from "@narrows/links";
import type { Outcome } from "../cli-command.ts";
import { renderFields, renderTable } from "../output/table.ts";
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

/** Shows a new key with its secret, which nobody can show again. */
export function newKeyOutcome(key: ApiKey, secret: string, now: number, say: Say): Outcome {
  const headings = headingsOf(say);
  const cells = cellsOf(key, now, say);
  const fields = renderFields(headings.map((heading, index) => [heading, cells[index] ?? ""]));
  const human = `${say("keys.created")}\n\n  ${secret}\n\n${fields}`;
  return { json: { ...keyJson(key, now), secret }, human };
}

/** Shows keys, the oldest first. */
export function keysOutcome(keys: readonly ApiKey[], now: number, say: Say): Outcome {
  const json = { keys: keys.map((key) => keyJson(key, now)) };
  if (keys.length === 0) return { json, human: `${say("keys.none")}\n` };
  return {
    json,
    human: renderTable(
      headingsOf(say),
      keys.map((key) => cellsOf(key, now, say)),
    ),
  };
}

function headingsOf(say: Say): readonly string[] {
  return columns.map((column) => say(column));
}

function cellsOf(key: ApiKey, now: number, say: Say): readonly string[] {
  return [
    key.id,
    key.name,
    say(`state.${stateAt(key, now)}`),
    key.scopes.join(","),
    key.ownerId,
    domainText(key, say),
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

function domainText({ domain }: ApiKey, say: Say): string {
  if (domain === null) return say("value.all");
  return domain === "" ? say("value.default") : domain;
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
