import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrCreateSecret } from "@narrows/service";
import type { ServerConfig } from "./config.ts";

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
 * @throws {ConfigError} When a file cannot be read or made.
 */
export async function readSecrets(config: Pick<ServerConfig, "adminKey" | "codeSecret" | "dataDir">): Promise<Secrets> {
  const adminKeyFile = config.adminKey === undefined ? join(config.dataDir, "admin-key") : undefined;
  return {
    adminKey: config.adminKey ?? (await readFrom(join(config.dataDir, "admin-key"), () => `nrw_${randomText()}`)),
    codeSecret: config.codeSecret ?? (await readFrom(join(config.dataDir, "code-secret"), randomText)),
    adminKeyFile,
  };
}

async function readFrom(path: string, makeSecret: () => string): Promise<string> {
  const { value } = await readOrCreateSecret(path, makeSecret);
  return value;
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
