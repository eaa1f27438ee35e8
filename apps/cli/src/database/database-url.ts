import { databasePlace } from "@narrows/server/database-place";
import { OptionError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";

export type DatabaseTarget = {
  /** Secret. */
  readonly url: string;
  /** For people: without user and password. */
  readonly place: string;
};

/**
 * The database that `--to` names, else DATABASE_URL.
 *
 * @throws {OptionError}
 */
export function databaseTarget(written: string | undefined, config: Pick<CliConfig, "databaseUrl">): DatabaseTarget {
  const url = written === undefined ? config.databaseUrl : URL.parse(written);
  const from = written === undefined ? "DATABASE_URL" : "--to";
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) throw new OptionError(from, "expected.databaseUrl");
  return targetAt(url);
}

/** A database whose address was judged when it was read, such as DATABASE_URL. */
export function targetAt(url: URL): DatabaseTarget {
  return { url: url.href, place: databasePlace(url) };
}
