import { randomBytes } from "node:crypto";
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

/**
 * Takes the secrets from the configuration, else from their files in DATA_DIR, which are made at the first start.
 *
 * @throws {ConfigError} When a file cannot be read or made, or holds what the variable would be refused for.
 */
export async function readSecrets(config: Pick<ServerConfig, "adminKey" | "codeSecret" | "dataDir">): Promise<Secrets> {
  const paths = secretPaths(config.dataDir);
  return {
    adminKey: config.adminKey ?? (await readFrom(paths.adminKey, adminKeyKind, () => `nrw_${randomText()}`)),
    codeSecret: config.codeSecret ?? (await readFrom(paths.codeSecret, secretKind, randomText)),
    adminKeyFile: config.adminKey === undefined ? paths.adminKey : undefined,
  };
}

async function readFrom(path: string, kind: ConfigKind<string>, makeSecret: () => string): Promise<string> {
  const { value } = await readOrCreateSecret(path, kind, makeSecret);
  return value;
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
