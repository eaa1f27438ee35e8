import { randomUUID } from "node:crypto";
import * as fileSystem from "node:fs/promises";
import { join } from "node:path";
import { FileCalls } from "../../file-calls.ts";
import { isLiveDay } from "./daily-salts.ts";
import { formatSaltDay, parseSaltDay } from "./salt-day.ts";
import type { SaltStore } from "./salt-store.ts";

/** What is asked of the file system. */
export type SaltFileSystem = Pick<typeof fileSystem, "link" | "mkdir" | "open" | "readdir" | "readFile" | "unlink">;

export type SaltFilesOptions = {
  /** Made with the first salt. Processes that share it share the salts. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the file system may take to answer. While it does not, one call is held, and others fail. Default 15,000. */
  readonly hungMs?: number;
  readonly files?: SaltFileSystem;
};

const prefix = "salt-";
const pattern = /^salt-(\d{4}-\d\d-\d\d)(?:\.[0-9a-f-]{36})?$/;

/** Only the service's own user. */
const mode = 0o600;
const folderMode = 0o700;

/**
 * Keeps each day's salt in a file, `salt-2026-11-30`. Of several processes that make it at once, all get the one that was
 * first. With the days that are over those go that are far ahead, which a wrong clock has left.
 */
export function createSaltFiles(options: SaltFilesOptions): SaltStore {
  const { folder, now, hungMs, files = fileSystem } = options;
  const calls = new FileCalls(hungMs);
  // All of them are of one subject, so that one call is held at most.
  const ask = <Result>(work: () => Promise<Result>): Promise<Result> => calls.run(folder, work);
  return {
    obtain: (day, candidate) =>
      ask(async () => {
        await files.mkdir(folder, { recursive: true, mode: folderMode });
        return obtain(files, join(folder, `${prefix}${formatSaltDay(day)}`), candidate);
      }),
    removeBefore: () => ask(() => removeAll(files, folder, (day) => !isLiveDay(day, now()))),
  };
}

/** @throws {Error} When the disk fails, or the file there is not as long as the candidate. */
async function obtain(files: SaltFileSystem, path: string, candidate: Uint8Array): Promise<Uint8Array> {
  const salt = (await readIfThere(files, path)) ?? (await create(files, path, candidate));
  if (salt.length !== candidate.length) {
    throw new Error(`${path} has ${salt.length} bytes in place of ${candidate.length}; remove it.`);
  }
  return salt;
}

/** A link appears with all of its contents, and only where there is none. */
async function create(files: SaltFileSystem, path: string, salt: Uint8Array): Promise<Uint8Array> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDurably(files, draft, salt);
    await files.link(draft, path);
    return salt;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return await files.readFile(path);
  } finally {
    await remove(files, draft);
  }
}

/** Else a power failure could leave a name without contents. */
async function writeDurably(files: SaltFileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, "wx", mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the salts of some days, and what was left of making them. A folder that is not there holds none. */
async function removeAll(files: SaltFileSystem, folder: string, isOver: (day: number) => boolean): Promise<void> {
  for (const name of await namesIn(files, folder)) {
    const day = parseSaltDay(pattern.exec(name)?.[1] ?? "");
    if (day !== undefined && isOver(day)) await remove(files, join(folder, name));
  }
}

async function namesIn(files: SaltFileSystem, folder: string): Promise<readonly string[]> {
  return (await unlessMissing(files.readdir(folder))) ?? [];
}

function readIfThere(files: SaltFileSystem, path: string): Promise<Uint8Array | undefined> {
  return unlessMissing(files.readFile(path));
}

async function remove(files: SaltFileSystem, path: string): Promise<void> {
  await unlessMissing(files.unlink(path));
}

async function unlessMissing<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
