import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isLoopbackHost } from "@narrows/service";
import { MalformedValue, url } from "@narrows/service/config";
import { OptionError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";
import type { ConnectionOptions } from "./connection-options.ts";

/** Which service is asked, and with which key. */
export type Connection = {
  readonly server: URL;
  /** Undefined: as an anonymous user. */
  readonly key: string | undefined;
};

/** Takes the command's options, then the environment's; then, for a service on this machine, the admin key's file. */
export async function readConnection(options: ConnectionOptions, config: CliConfig): Promise<Connection> {
  const server = options.server === undefined ? config.narrowsServer : parseServer(options.server);
  if (server.username !== "" || server.password !== "") throw new OptionError("--server", "expected.server");
  const given = options.key ?? config.narrowsKey;
  if (given !== undefined && !isToken(given)) throw new OptionError("--key", "expected.key");
  return { server, key: given ?? (await readAdminKey(server, config.dataDir)) };
}

function parseServer(text: string): URL {
  try {
    return url("http:", "https:").parse(text);
  } catch (error) {
    if (error instanceof MalformedValue) throw new OptionError("--server", "expected.server");
    throw error;
  }
}

/** This machine's admin key is nobody else's business: another host never gets it. */
async function readAdminKey(server: URL, dataDir: string): Promise<string | undefined> {
  if (!isLoopbackHost(server.hostname)) return undefined;
  const text = await readFile(join(dataDir, "admin-key"), "utf8").catch(() => "");
  const key = text.trim();
  return isToken(key) ? key : undefined;
}

function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(text);
}
