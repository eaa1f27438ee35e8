import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import type { FoundInstallation, Installation } from "@narrows/links/postgres";
import { ConfigError } from "@narrows/service";
import type { ServerConfig } from "../config.ts";
import { secretPaths } from "../secret-paths.ts";
import { findSecret, type Secrets, type SecretsConfig } from "../secrets.ts";

const saltBytes = 16;
const hashBytes = 32;

const names = { adminKey: "ADMIN_KEY", codeSecret: "CODE_SECRET" } as const;

type SecretField = keyof typeof names;

const fields = Object.keys(names) as SecretField[];

/**
 * Refuses to make a secret where other nodes have one already.
 *
 * @throws {ConfigError}
 */
export async function requireGivenSecrets(installation: FoundInstallation, config: SecretsConfig): Promise<void> {
  const paths = secretPaths(config.dataDir);
  for (const field of fields) {
    if (config[field] !== undefined || (await isThere(paths[field]))) continue;
    if ((await installation.find(names[field])) === undefined) continue;
    const problem = `other nodes of this database have one, and this node has neither it nor ${paths[field]}.`;
    throw new ConfigError([{ option: names[field], problem, mend: mendFor(field, paths[field]) }]);
  }
}

/**
 * Refuses what this node has been given, or has made before, where other nodes have another one; asks for nothing that is
 * not made yet.
 *
 * @throws {ConfigError}
 */
export async function requireFittingSecrets(installation: FoundInstallation, config: SecretsConfig): Promise<void> {
  await requireGivenSecrets(installation, config);
  for (const field of fields) {
    const kept = await installation.find(names[field]);
    if (kept === undefined) continue;
    const secret = await findSecret(config, field);
    if (secret !== undefined) await requireSame(field, secret, kept, config);
  }
}

/**
 * Refuses secrets that are not those of the nodes before: codes of several secrets could meet, repeated requests of
 * anonymous users would not be known, and a key that one node takes the next would refuse. The database keeps a slow,
 * salted hash of each secret.
 *
 * @throws {ConfigError}
 */
export async function requireSameSecrets(
  installation: Installation,
  secrets: Pick<Secrets, SecretField>,
  config: Pick<ServerConfig, "dataDir">,
): Promise<void> {
  const open: SecretField[] = [];
  for (const field of fields) {
    const kept = await installation.find(names[field]);
    if (kept === undefined) open.push(field);
    else await requireSame(field, secrets[field], kept, config);
  }
  // Not before the others were judged: a node that is refused must leave no secret of its own behind.
  for (const field of open) {
    await requireSame(field, secrets[field], await agree(installation, field, secrets[field]), config);
  }
}

async function requireSame(
  field: SecretField,
  secret: string,
  kept: Uint8Array,
  { dataDir }: Pick<ServerConfig, "dataDir">,
): Promise<void> {
  if (await isOf(secret, kept)) return;
  const problem = "it is not the one that other nodes of this database have.";
  throw new ConfigError([{ option: names[field], problem, mend: mendFor(field, secretPaths(dataDir)[field]) }]);
}

function mendFor(field: SecretField, path: string): string {
  const name = names[field];
  return `Give every node the same ${name}, as a variable or in ${path}. To change it on purpose, see "Secrets" in docs/guide/postgres.md.`;
}

async function agree(installation: Installation, field: SecretField, secret: string): Promise<Uint8Array> {
  const salt = randomBytes(saltBytes);
  return installation.agree(names[field], Buffer.concat([salt, await hashOf(secret, salt)]));
}

async function isOf(secret: string, kept: Uint8Array): Promise<boolean> {
  const hash = await hashOf(secret, kept.subarray(0, saltBytes));
  return kept.length === saltBytes + hashBytes && timingSafeEqual(hash, kept.subarray(saltBytes));
}

function hashOf(secret: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, hashBytes, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
