import { constants } from "node:fs";
import { link, mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ConfigError, MalformedValue } from "./config/config-error.ts";
import type { ConfigKind } from "./config/config-kind.ts";

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
 * @param kind What the secret must look like, as if a variable gave it.
 * @throws {ConfigError} When the file holds no such secret or cannot be read or written.
 */
export async function readOrCreateSecret(
  path: string,
  kind: ConfigKind<string>,
  makeSecret: () => string,
): Promise<Secret> {
  try {
    const existing = await readSecret(path, kind);
    if (existing !== undefined) return { value: existing, created: false };
    const created = await createSecret(path, makeSecret());
    const value = await readSecret(path, kind);
    if (value === undefined) throw secretFault(path, "it vanished while it was read.", "Start again.");
    return { value, created };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const problem = `it can be neither read nor made (${systemCode(error) ?? "unknown error"}).`;
    throw secretFault(path, problem, "Check the folder's owner and mode.", error);
  }
}

async function readSecret(path: string, kind: ConfigKind<string>): Promise<string | undefined> {
  const bytes = await readStart(path);
  if (bytes === undefined) return undefined;
  if (bytes.length > maxSecretBytes) {
    throw secretFault(path, `the file is larger than ${maxSecretBytes} bytes.`, howToMend);
  }
  const secret = decode(bytes, path).trim();
  if (secret === "") throw secretFault(path, "the file is empty.", howToMend);
  return parse(secret, kind, path);
}

/** No secret is longer; what is may be any file, even one without an end. */
const maxSecretBytes = 4_096;

const howToMend = "Put the secret back, or remove the file to have a new one made.";

/** The file's first bytes, one more than a secret may have. What is read from a pipe would be gone at the next start. */
async function readStart(path: string): Promise<Uint8Array | undefined> {
  try {
    // Without waiting for somebody who writes, should it be a pipe.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) {
      throw secretFault(path, "it is no regular file (NOT_A_FILE).", "Put a file with the secret in its place.");
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxSecretBytes + 1));
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw secretFault(path, "the file is no text.", howToMend, error);
  }
}

/** The fault says what would be right and never what is there. */
function parse(secret: string, kind: ConfigKind<string>, path: string): string {
  try {
    return kind.parse(secret);
  } catch (error) {
    if (!(error instanceof MalformedValue)) throw error;
    throw secretFault(path, `what the file holds is no such secret. ${error.message}`, howToMend, error);
  }
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
