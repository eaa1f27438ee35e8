import { readFile, stat } from "node:fs/promises";
import { ClickError } from "../../../click-error.ts";
import { nowhere, type Places } from "../places.ts";
import { readMmdb } from "./read-mmdb.ts";

const lookEveryMs = 60_000;

export type MmdbOptions = {
  readonly path: string;
  /** Told when the file was exchanged and the new one cannot be read; the old one goes on to be used. */
  readonly onFault: (error: unknown) => void;
};

export interface MmdbPlaces extends Places {
  /** Reads the file again if it is another one by now. Done once in a minute by itself. */
  reload(): Promise<void>;
  close(): void;
}

/**
 * Looks places up in a local file of MaxMind's format: GeoLite2, DB-IP Lite and others, of countries or of cities.
 *
 * The whole file is kept in memory. Exchange it by renaming a new one over it; within a minute it is used.
 *
 * @throws {ClickError} `COUNTRY_FILE_INVALID` when it is not there, is no such file or holds no countries.
 */
export async function openMmdbPlaces({ path, onFault }: MmdbOptions): Promise<MmdbPlaces> {
  let seen = await versionOf(path);
  let current = await load(path);
  let loading: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      const version = await versionOf(path);
      if (version === seen) return;
      // Also when it is unreadable: it is said once, not every minute.
      seen = version;
      current = await load(path);
    } catch (error) {
      onFault(error);
    }
  };
  const reload = (): Promise<void> => (loading ??= look().finally(() => (loading = undefined)));
  const timer = setInterval(() => void reload(), lookEveryMs).unref();
  return {
    placeOf: ({ address }) => (address === undefined ? nowhere : current(address)),
    reload,
    close: () => clearInterval(timer),
  };
}

async function versionOf(path: string): Promise<string> {
  const file = await stat(path).catch((error: unknown) => refuse(path, error));
  const { ino, size, mtimeMs } = file;
  // A pipe or a device would be waited for, and for ever.
  if (!file.isFile()) refuse(path, new Error("it is no file."));
  return `${ino} ${size} ${mtimeMs}`;
}

async function load(path: string): Promise<ReturnType<typeof readMmdb>> {
  try {
    return readMmdb(await readFile(path));
  } catch (error) {
    return refuse(path, error);
  }
}

function refuse(path: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ClickError("COUNTRY_FILE_INVALID", `${path}: ${reason.replace(/\.?$/, ".")}`, { cause: error });
}
