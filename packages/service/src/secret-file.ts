import { link, mkdir, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ConfigError } from "./config/config-error.ts";

/** A secret from a file. */
export type Secret = {
  readonly value: string;
  /** True when this call made the file. */
  readonly created: boolean;
};

/**
 * Reads a secret from its file, or makes it once, also when several processes start at the same moment.
 *
 * A new file has mode 0600 from its first byte on and is on the disk, complete, before anyone sees it. Its folder is
 * made when missing.
 *
 * @throws {ConfigError} When the file is empty or cannot be read or written.
 */
export async function readOrCreateSecret(path: string, makeSecret: () => string): Promise<Secret> {
  try {
    const existing = await readSecret(path);
    if (existing !== undefined) return { value: existing, created: false };
    const created = await createSecret(path, makeSecret());
    const value = await readSecret(path);
    if (value === undefined) throw secretFault(path, "it vanished while it was read.", "Start again.");
    return { value, created };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const problem = `it can be neither read nor made (${systemCode(error) ?? "unknown error"}).`;
    throw secretFault(path, problem, "Check the folder's owner and mode.", error);
  }
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  const secret = text?.trim();
  if (secret === "") {
    throw secretFault(path, "the file is empty.", "Put the secret back, or remove the file to have a new one made.");
  }
  return secret;
}

/** False when another process was first. */
async function createSecret(path: string, secret: string): Promise<boolean> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The system picks a free name, so that a leftover of a killed process is never in the way.
  const draftFolder = await mkdtemp(join(folder, `.${basename(path)}-`));
  try {
    const draft = join(draftFolder, "draft");
    await writeDurably(draft, secret);
    // Unlike rename, link refuses when the name exists: whoever is first wins, and everyone reads the winner's.
    await link(draft, path);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draftFolder, { recursive: true, force: true });
  }
}

async function writeDurably(path: string, secret: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function secretFault(path: string, problem: string, mend: string, cause?: unknown): ConfigError {
  return new ConfigError([{ option: path, problem, mend }], cause === undefined ? undefined : { cause });
}
