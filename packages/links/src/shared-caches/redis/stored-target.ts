import { maxClicksRange } from "../../click-budget.ts";
import type { LinkTarget, RedirectStatus } from "../../link.ts";

/** That there is no link: older than every version. */
export const storedNone = "0 -";

/** A link as Redis keeps it: its version first, which is all that the scripts look at. */
export function writeTarget(target: LinkTarget): string {
  const { version, destination, redirectStatus, expiresAt, enabled, quarantined, deleted, maxClicks } = target;
  const fields = [destination, redirectStatus, expiresAt, enabled, quarantined, deleted, maxClicks];
  return `${version} ${JSON.stringify(fields)}`;
}

/**
 * Reads what Redis kept. Undefined for a mere version, and for whatever this release would not have written: others can
 * write there too, and what is read here goes into a header.
 */
export function readTarget(stored: string): LinkTarget | null | undefined {
  if (stored === storedNone) return null;
  const [, version = "", json = ""] = /^([1-9]\d{0,14}) (\[.*\])$/s.exec(stored) ?? [];
  const fields = parseArray(json);
  if (fields?.length !== 7) return undefined;
  const [destination, redirectStatus, expiresAt, enabled, quarantined, deleted, maxClicks] = fields;
  const isWhole =
    isDestination(destination, deleted) && isStatus(redirectStatus) && isExpiry(expiresAt) && isFlag(enabled);
  if (!isWhole || !isFlag(quarantined) || !isFlag(deleted) || !isBudget(maxClicks)) return undefined;
  return { destination, redirectStatus, expiresAt, enabled, quarantined, deleted, maxClicks, version: Number(version) };
}

function parseArray(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDestination(value: unknown, deleted: unknown): value is string {
  if (typeof value !== "string") return false;
  return /^https?:\/\/[\x21-\x7e]{1,8192}$/.test(value) || (deleted === true && value === "");
}

const statuses: readonly unknown[] = [301, 302, 307, 308];

function isStatus(value: unknown): value is RedirectStatus {
  return statuses.includes(value);
}

function isExpiry(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

function isBudget(value: unknown): value is number | null {
  if (value === null) return true;
  return Number.isSafeInteger(value) && Number(value) >= maxClicksRange.min && Number(value) <= maxClicksRange.max;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}
