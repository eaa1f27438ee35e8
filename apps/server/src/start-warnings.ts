import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isLoopbackHost } from "@narrows/service";
import { findLeftClicks } from "./clicks/left-clicks.ts";
import type { ServerConfig } from "./config.ts";
import { openFileLimit, scarceFiles } from "./open-file-limit.ts";
import { databasePath } from "./presets/database-path.ts";
import { secretPaths } from "./secret-paths.ts";

/** What the service can start with, though hardly as it was meant. */
export type StartWarning = { readonly option: string; readonly message: string };

/**
 * Looks for settings that work and surprise.
 *
 * @param url Where short links begin.
 */
export async function startWarnings(config: ServerConfig, url: string): Promise<readonly StartWarning[]> {
  return [
    ...localUrls(config, url),
    ...(await openFiles(config.dataDir)),
    ...scarceFiles(config.maxConnections, await openFileLimit()),
    ...(await uncountedClicks(config)),
  ];
}

function localUrls({ host, baseUrl }: ServerConfig, url: string): readonly StartWarning[] {
  if (baseUrl !== undefined || isLoopbackHost(host)) return [];
  const message = `BASE_URL is not set, so short links begin with ${url} and lead nowhere from other machines. Set it to the address that visitors use.`;
  return [{ option: "BASE_URL", message }];
}

/** What each log leaves behind, and how it is counted where another one is configured. */
const leftMessages = {
  memory: (folder: string) =>
    `${folder} has files of CLICKS=memory, whose clicks nobody counts now unless they were counted before. Run narrows click-writer with CLICKS=memory and this DATA_DIR until they are gone, or remove them.`,
  outbox: (folder: string) =>
    `${folder} has clicks of CLICKS=outbox that nobody counts now. Start once more with CLICKS=outbox until narrows_clicks_lag is 0, or remove them.`,
} as const;

/** Whoever changes CLICKS leaves what the log before still held. */
async function uncountedClicks(config: ServerConfig): Promise<readonly StartWarning[]> {
  const left = await findLeftClicks(config);
  return left.map(({ folder, log }) => ({ option: "CLICKS", message: leftMessages[log](resolve(folder)) }));
}

/** Modes are warned of and left alone: whoever opened a file may have had a reason. */
async function openFiles(dataDir: string): Promise<readonly StartWarning[]> {
  const isFolderOpen = await hasMode(dataDir, 0o001);
  const secrets = Object.values(secretPaths(dataDir));
  // A secret is copied, and its folder opened, more easily than it is changed.
  const looked = isFolderOpen ? [databasePath(dataDir), ...secrets] : secrets;
  const isOpen = await Promise.all(looked.map((path) => hasMode(path, 0o006)));
  const when = isFolderOpen ? "" : " once its folder is opened or it is copied";
  return looked
    .filter((_, index) => isOpen[index])
    .map((path) => ({
      option: "DATA_DIR",
      message: `Every user of this machine can read ${resolve(path)}${when}. Run chmod 600 on it.`,
    }));
}

/** True when the file is there and has one of these bits. */
async function hasMode(path: string, bits: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & bits) !== 0;
}
