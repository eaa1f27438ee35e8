import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatSaltDay, parseSaltDay } from "./salt-day.ts";

const prefix = "salt-";
const pattern = /^salt-(\d{4}-\d\d-\d\d)(?:\.[0-9a-f-]{36})?$/;

/** Only the service's own user. */
const mode = 0o600;

/**
 * Reads a day's salt, or makes it of the `candidate` where it is not there: of several processes that do so at once, all
 * get the one that was first.
 *
 * @throws {Error} When the disk fails, or the file there is not as long as the candidate.
 */
export function obtainSaltFile(folder: string, day: number, candidate: Uint8Array): Uint8Array {
  const path = join(folder, `${prefix}${formatSaltDay(day)}`);
  const salt = readIfThere(path) ?? create(path, candidate);
  if (salt.length !== candidate.length) {
    throw new Error(`${path} has ${salt.length} bytes in place of ${candidate.length}; remove it.`);
  }
  return salt;
}

/** A link appears with all of its contents, and only where there is none. */
function create(path: string, salt: Uint8Array): Uint8Array {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeDurably(draft, salt);
    linkSync(draft, path);
    return salt;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return readFileSync(path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Else a power failure could leave a name without contents. */
function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", mode);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes the salts of some days, and what was left of making them. A folder that is not there holds none. */
export function removeSaltFiles(folder: string, isOver: (day: number) => boolean): void {
  for (const name of namesIn(folder)) {
    const day = parseSaltDay(pattern.exec(name)?.[1] ?? "");
    if (day !== undefined && isOver(day)) rmSync(join(folder, name), { force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
