import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isLoopbackHost } from "@narrows/service";
import { MalformedValue, url } from "@narrows/service/config";
import { OptionError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";
import type { Language } from "../texts/say.ts";
import type { ConnectionOptions } from "./connection-options.ts";

/** Which service is asked, and with which key. */
export type Connection = {
  readonly server: URL;
  /** Undefined: as an anonymous user. */
  readonly key: string | undefined;
  /** The option, the variable or the file that the key is from, for whoever has to mend it. */
  readonly keySource: string | undefined;
  /** What the service is asked to answer in. */
  readonly language: Language;
};

type ConnectionConfig = Pick<CliConfig, "narrowsServer" | "narrowsKey" | "adminKey" | "dataDir" | "port">;

/** Takes the command's options, then the environment's; then, for a service on this machine, the administrator's key. */
export async function readConnection(
  options: ConnectionOptions,
  config: ConnectionConfig,
  language: Language,
): Promise<Connection> {
  const server = options.server === undefined ? configuredServer(config) : parseServer(options.server);
  if (server.username !== "" || server.password !== "") throw new OptionError("--server", "expected.server");
  return { server, language, ...(givenKey(options, config) ?? (await readAdminKey(server, config))) };
}

/** On this machine, the service listens on the port that it and the command line read from the same variable. */
function configuredServer({ narrowsServer, port }: ConnectionConfig): URL {
  return narrowsServer ?? new URL(`http://127.0.0.1:${port}`);
}

type FoundKey = Pick<Connection, "key" | "keySource">;

function givenKey({ key }: ConnectionOptions, { narrowsKey }: ConnectionConfig): FoundKey | undefined {
  const given = key ?? narrowsKey;
  if (given === undefined) return undefined;
  if (!isToken(given)) throw new OptionError("--key", "expected.key");
  return { key: given, keySource: key === undefined ? "NARROWS_KEY" : "--key" };
}

function parseServer(text: string): URL {
  try {
    return url("http:", "https:").parse(text);
  } catch (error) {
    if (error instanceof MalformedValue) throw new OptionError("--server", "expected.server");
    throw error;
  }
}

/** The service's own order. This machine's admin key is nobody else's business: another host never gets it. */
async function readAdminKey(server: URL, { adminKey, dataDir }: ConnectionConfig): Promise<FoundKey> {
  const none = { key: undefined, keySource: undefined };
  if (!isLoopbackHost(server.hostname)) return none;
  if (adminKey !== undefined) {
    if (!isToken(adminKey)) throw new OptionError("ADMIN_KEY", "expected.adminKey");
    return { key: adminKey, keySource: "ADMIN_KEY" };
  }
  const path = resolve(join(dataDir, "admin-key"));
  const key = (await readFile(path, "utf8").catch(() => "")).trim();
  return isToken(key) ? { key, keySource: path } : none;
}

function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(text);
}
