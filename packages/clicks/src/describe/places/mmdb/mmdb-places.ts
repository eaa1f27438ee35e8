import * as fileSystem from "node:fs/promises";
import { ClickError } from "../../../click-error.ts";
import { settleWithin } from "../../../settle-within.ts";
import { nowhere, type Places } from "../places.ts";
import { readMmdb } from "./read-mmdb.ts";

const lookEveryMs = 60_000;

/** What is asked of the file system. */
type MmdbFileSystem = Pick<typeof fileSystem, "readFile" | "stat">;

export type MmdbOptions = {
  readonly path: string;
  /**
   * Told when the file was exchanged and the new one cannot be read, and as long as the file system does not answer. What was
   * read before goes on to be used.
   */
  readonly onFault: (error: unknown) => void;
  /** How long the opening waits for the file system. Default 5,000. */
  readonly patienceMs?: number;
  readonly files?: MmdbFileSystem;
};

export interface MmdbPlaces extends Places {
  /** Reads the file again if it is another one by now. Done once in a minute by itself. */
  reload(): Promise<void>;
  close(): void;
}

/**
 * Looks places up in a local file of MaxMind's format: GeoLite2, DB-IP Lite and others, of countries or of cities.
 *
 * The whole file is kept in memory. Exchange it by renaming a new one over it; within a minute it is used. Where the file
 * system does not answer, no country is known until it does, and one call is held.
 *
 * @throws {ClickError} `COUNTRY_FILE_INVALID` when it is not there, is no such file or holds no countries.
 */
export async function openMmdbPlaces(options: MmdbOptions): Promise<MmdbPlaces> {
  const { path, onFault, patienceMs = 5_000, files = fileSystem } = options;
  let seen: string | undefined;
  let current: ReturnType<typeof readMmdb> = () => nowhere;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const version = await versionOf(files, path);
    if (version === seen) return;
    // Also when it is unreadable: it is said once, not every minute.
    seen = version;
    current = await load(files, path);
  };
  const begin = (looked: Promise<void>): Promise<void> =>
    (looking = looked.catch(onFault).finally(() => (looking = undefined)));
  const reload = (): Promise<void> => {
    // Since the minute before.
    if (looking !== undefined) onFault(noAnswer(path));
    return looking ?? begin(look());
  };
  const first = look();
  if (await settleWithin(patienceMs, first)) await first;
  else {
    onFault(noAnswer(path));
    void begin(first);
  }
  const timer = setInterval(() => void reload(), lookEveryMs).unref();
  return {
    placeOf: ({ address }) => (address === undefined ? nowhere : current(address)),
    reload,
    close: () => clearInterval(timer),
  };
}

async function versionOf(files: MmdbFileSystem, path: string): Promise<string> {
  const file = await files.stat(path).catch((error: unknown) => refuse(path, error));
  const { ino, size, mtimeMs } = file;
  // A pipe or a device would be waited for, and for ever.
  if (!file.isFile()) refuse(path, new Error("it is no file."));
  return `${ino} ${size} ${mtimeMs}`;
}

async function load(files: MmdbFileSystem, path: string): Promise<ReturnType<typeof readMmdb>> {
  try {
    return readMmdb(await files.readFile(path));
  } catch (error) {
    return refuse(path, error);
  }
}

function noAnswer(path: string): ClickError {
  return new ClickError("COUNTRY_FILE_INVALID", `${path}: the file system does not answer.`);
}

function refuse(path: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ClickError("COUNTRY_FILE_INVALID", `${path}: ${reason.replace(/\.?$/, ".")}`, { cause: error });
}
