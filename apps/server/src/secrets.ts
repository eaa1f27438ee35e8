import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { readOrCreateSecret } from "@narrows/service";
import type { ConfigKind } from "@narrows/service/config";
import type { ServerConfig } from "./config.ts";
import { adminKeyKind, secretKind } from "./secret-kind.ts";
import { secretPaths } from "./secret-paths.ts";

/** What must not be known to others. */
export type Secrets = {
  readonly adminKey: string;
  readonly codeSecret: string;
  /** Where the administrator's key is kept; undefined when ADMIN_KEY gave it. */
  readonly adminKeyFile: string | undefined;
};

export type SecretsConfig = Pick<ServerConfig, "adminKey" | "codeSecret" | "dataDir">;

/**
 * Takes the secrets from the configuration, else from their files in DATA_DIR, which are made at the first start.
 *
 * @throws {ConfigError} When a file cannot be read or made, or holds what the variable would be refused for.
 */
export async function readSecrets(config: SecretsConfig): Promise<Secrets> {
  const paths = secretPaths(config.dataDir);
  return {
    adminKey: config.adminKey ?? (await readFrom(paths.adminKey, "adminKey")),
    codeSecret: config.codeSecret ?? (await readFrom(paths.codeSecret, "codeSecret")),
    adminKeyFile: config.adminKey === undefined ? paths.adminKey : undefined,
  };
}

/**
 * A secret that the configuration gives, or that was made at an earlier start. Undefined: neither.
 *
 * @throws {ConfigError} As `readSecrets`.
 */
export async function findSecret(config: SecretsConfig, field: SecretField): Promise<string | undefined> {
  const given = config[field];
  if (given !== undefined) return given;
  const path = secretPaths(config.dataDir)[field];
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  return isThere ? readFrom(path, field) : undefined;
}

type SecretField = keyof ReturnType<typeof secretPaths>;

const forms: Readonly<Record<SecretField, { readonly kind: ConfigKind<string>; readonly make: () => string }>> = {
  adminKey: { kind: adminKeyKind, make: () => `nrw_${randomText()}` },
  codeSecret: { kind: secretKind, make: randomText },
};

async function readFrom(path: string, field: SecretField): Promise<string> {
  const { kind, make } = forms[field];
  const { value } = await readOrCreateSecret(path, kind, make);
  return value;
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
