import type { DatabaseSync } from "node:sqlite";
import type {
  ChangeGuard,
  ChangeOutcome,
  DeleteCommand,
  EditCommand,
  LinkStore,
  QuarantineCommand,
} from "../../link-store.ts";
import type { Link } from "../../link.ts";
import { settingsDigest } from "../../settings-digest.ts";
import { linkFromRow, mutableParameters } from "./link-row.ts";
import { readSql } from "./sql.ts";

type ChangeCommand = EditCommand | DeleteCommand | QuarantineCommand;
type ChangeHandlers = {
  readonly [Name in keyof Pick<LinkStore, "edit" | "delete" | "quarantine">]: (
    command: Parameters<LinkStore[Name]>[0],
  ) => ChangeOutcome;
};

/** Makes the handlers that change a link; they run inside the writer's transaction, so what a guard saw still holds. */
export function prepareChanges(database: DatabaseSync): ChangeHandlers {
  const select = database.prepare(readSql("select-link"));
  const update = database.prepare(readSql("update-link"));

  const change = (command: ChangeCommand, next: (link: Link) => Link | ChangeOutcome): ChangeOutcome => {
    const row = select.get(command.key.domain, command.key.code);
    const link = row === undefined ? undefined : linkFromRow(row);
    if (link === undefined || !isAllowed(link, command.guard)) return { kind: "not-found" };
    if (link.deletedAt !== null) return { kind: "deleted" };
    const changed = next(link);
    const isRefused = !("code" in changed) && changed.kind !== "changed";
    if (!isRefused && isOtherVersion(link, command.guard)) return { kind: "version-mismatch" };
    if (!("code" in changed)) return changed;
    const stored = { ...changed, updatedAt: command.now, version: link.version + 1 };
    update.run(mutableParameters(stored, digestOf(stored)));
    return { kind: "changed", link: stored };
  };

  return {
    edit: (command) => change(command, (link) => refuseQuarantined(link) ?? { ...link, ...command.patch }),
    delete: (command) => change(command, (link) => refuseQuarantined(link) ?? tombstone(link, command.now)),
    quarantine: (command) => change(command, (link) => quarantined(link, command)),
  };
}

function isAllowed(link: Link, guard: ChangeGuard): boolean {
  if (guard.ownerId !== undefined && link.ownerId !== guard.ownerId) return false;
  return guard.domain === undefined || link.domain === guard.domain;
}

function isOtherVersion(link: Link, { versions }: ChangeGuard): boolean {
  return versions !== undefined && !versions.includes(link.version);
}

function refuseQuarantined(link: Link): ChangeOutcome | undefined {
  return link.quarantinedAt === null ? undefined : { kind: "quarantined" };
}

/** Keeps the code claimed and forgets what the owner had written. */
function tombstone(link: Link, now: number): Link {
  return { ...link, deletedAt: now, destination: "", tags: [], note: null };
}

/** A second reason replaces the first and leaves the instant; lifting where there is nothing to lift changes nothing. */
function quarantined(link: Link, { reason, now }: QuarantineCommand): Link | ChangeOutcome {
  if (reason === null && link.quarantinedAt === null) return { kind: "changed", link };
  const quarantinedAt = reason === null ? null : (link.quarantinedAt ?? now);
  return { ...link, quarantinedAt, quarantineReason: reason };
}

/** As on creation: anonymous links are never reused, and a tombstone has no settings. */
function digestOf(link: Link): Uint8Array | null {
  return link.ownerId === null || link.deletedAt !== null ? null : settingsDigest(link);
}
