import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ServerConfig } from "../config.ts";
import { clickFolders } from "./click-folders.ts";

/** Clicks of this node that lie in a log which `CLICKS` no longer names. */
export type LeftClicks = {
  readonly folder: string;
  readonly log: "memory" | "outbox";
};

/**
 * Looks for clicks in DATA_DIR that nobody counts since `CLICKS` was changed. It looks at names and sizes: in files of
 * `memory` they may have been counted.
 */
export async function findLeftClicks({
  clicks,
  dataDir,
}: Pick<ServerConfig, "clicks" | "dataDir">): Promise<readonly LeftClicks[]> {
  const { log, spool } = clickFolders(dataDir);
  const logs = [
    { folder: log, log: "memory", form: /\.jsonl(?:\.removing)?$/ },
    { folder: spool, log: "outbox", form: /\.spool$/ },
  ] as const;
  const left: LeftClicks[] = [];
  for (const { form, ...one } of logs) {
    if (one.log !== clicks && (await holds(one.folder, form))) left.push(one);
  }
  return left;
}

/** Whether there is a file of this form with anything in it. What cannot be looked at is passed over. */
async function holds(folder: string, form: RegExp): Promise<boolean> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((found) => form.test(found))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && found.size > 0) return true;
  }
  return false;
}
