import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { ClickError } from "@narrows/clicks";
import type { Filled, FilledCounts } from "@narrows/clicks/postgres";
import { clickDatabasePath } from "@narrows/server";
import { CliError } from "../cli-error.ts";

/** What became of the clicks beside a database: copied, or why they were not. */
export type CopiedClicks =
  | { readonly state: "copied"; readonly counts: Filled; readonly isWhole: boolean }
  /** There are none; they were left because of `--merge`; the other database has counted clicks itself. */
  | { readonly state: "none" | "left" | "used"; readonly isWhole: boolean };

export type CopyClicksOptions = {
  /** The file of links; that of clicks lies beside it, as in a DATA_DIR. */
  readonly path: string;
  readonly url: string;
  readonly isMerge: boolean;
  readonly signal: AbortSignal;
};

/**
 * Copies what was counted of clicks, and up to where in the log, so that each click counts once there, too. All of it is
 * written again each time.
 *
 * @throws {CliError} `CLICK_STORE_FAILED`
 */
export async function copyClicks({ path, url, isMerge, signal }: CopyClicksOptions): Promise<CopiedClicks> {
  const clicksPath = clickDatabasePath(dirname(path));
  if (!existsSync(clicksPath)) return { state: "none", isWhole: true };
  // Counts of two services cannot be told apart again, nor what both have counted.
  if (isMerge) return { state: "left", isWhole: true };
  try {
    const counts = await fill(clicksPath, url, signal);
    if (counts === undefined) return { state: "used", isWhole: false };
    return { state: "copied", counts, isWhole: isSame(counts.source, counts.target) };
  } catch (error) {
    if (!(error instanceof ClickError)) throw error;
    throw new CliError("CLICK_STORE_FAILED", { reason: error.message }, { cause: error });
  }
}

async function fill(path: string, url: string, signal: AbortSignal): Promise<Filled | undefined> {
  const { openSqliteClickContents } = await import("@narrows/clicks/sqlite");
  const { connectTo, fillPostgresClicks } = await import("@narrows/clicks/postgres");
  const contents = openSqliteClickContents(path);
  try {
    return await fillPostgresClicks({ connect: connectTo(url), contents, signal });
  } finally {
    contents.close();
  }
}

function isSame(source: FilledCounts, target: FilledCounts): boolean {
  return (Object.keys(source) as (keyof FilledCounts)[]).every((name) => source[name] === target[name]);
}
