import { setTimeout as wait } from "node:timers/promises";
import { StoreError } from "@narrows/links";
import {
  DatabaseServerError,
  openPostgres,
  type PostgresDatabase,
  type PostgresOptions,
} from "@narrows/links/postgres";
import { ConfigError } from "@narrows/service";
import { databasePlace } from "./database-place.ts";

/** A server that is just being restarted is there again after less than that. */
const patienceMs = 5_000;
const minPauseMs = 100;
const maxPauseMs = 500;

/**
 * Opens the database, and tries again for a while when its server is not there.
 *
 * @throws {ConfigError} When the operator has to change something.
 * @throws {StoreError} When the server is there and cannot answer at present.
 */
export async function openDatabaseServer(url: URL, options: Omit<PostgresOptions, "url">): Promise<PostgresDatabase> {
  const { monotonicMs = () => performance.now() } = options;
  const deadlineMs = monotonicMs() + patienceMs;
  for (;;) {
    try {
      return await openPostgres({ url: url.href, takesConnections: true, ...options });
    } catch (error) {
      if (!mayPass(error) || monotonicMs() >= deadlineMs) throw databaseFault(error, url);
    }
    await wait(retryPauseMs(Math.random));
  }
}

/**
 * Nodes that were refused together, since each had a part of what was left, must not try again together.
 *
 * @param random Like `Math.random`.
 */
export function retryPauseMs(random: () => number): number {
  return minPauseMs + random() * (maxPauseMs - minPauseMs);
}

function mayPass(error: unknown): boolean {
  if (lacksRight(error)) return false;
  return error instanceof StoreError || (error instanceof DatabaseServerError && error.code === "SERVER_UNREACHABLE");
}

/**
 * Says that the operator has to change something; any other error comes back as it is. The error names its mend in the
 * same sentence, and never a password.
 */
export function databaseFault(error: unknown, url: URL): unknown {
  if (!(error instanceof DatabaseServerError) && !lacksRight(error)) return error;
  const problem = `The database ${databasePlace(url)} cannot be used. ${error.message}`;
  return new ConfigError([{ option: "DATABASE_URL", problem, mend: "" }], { cause: error });
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient_privilege. */
const insufficientPrivilege = "42501";

/** No second try helps before somebody has granted it. */
function lacksRight(error: unknown): error is StoreError {
  if (!(error instanceof StoreError) || !(error.cause instanceof Error)) return false;
  return "code" in error.cause && error.cause.code === insufficientPrivilege;
}
