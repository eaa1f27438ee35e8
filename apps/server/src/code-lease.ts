import { hostname } from "node:os";
import {
  CodesError,
  createLeaseHolder,
  createSnowflakeIds,
  type LeaseAllocator,
  type LeaseEvent,
  type LeaseState,
  type SnowflakeIds,
  type SnowflakeWarning,
} from "@narrows/codes";
import { ConfigError, type Logger } from "@narrows/service";
import type { Clocks } from "./clocks.ts";
import type { ServerConfig } from "./config.ts";

/** Counted since the start. */
export type CodeLeaseCounts = Readonly<Record<LeaseEvent["kind"] | "clockBehind", number>>;

/** The right of this process to make snowflake codes. */
export type CodeLease = {
  readonly ids: SnowflakeIds;
  readonly state: () => LeaseState;
  readonly counts: () => CodeLeaseCounts;
  /** Gives the lease back. */
  readonly stop: () => Promise<void>;
};

export type CodeLeaseOptions = {
  readonly config: Pick<ServerConfig, "codeStrategy" | "nodeName">;
  readonly leases: LeaseAllocator;
  readonly log: Logger;
  readonly clocks: Clocks;
};

const strategies: ReadonlySet<ServerConfig["codeStrategy"]> = new Set(["snowflake", "snowflake-permuted"]);

/**
 * Takes a lease where CODE_STRATEGY needs one; undefined where it does not.
 *
 * @throws {ConfigError} When every slot is taken, or every epoch is spent.
 */
export async function openCodeLease({ config, leases, log, clocks }: CodeLeaseOptions): Promise<CodeLease | undefined> {
  if (!strategies.has(config.codeStrategy)) return undefined;
  const counts = { acquired: 0, lost: 0, failed: 0, clockBehind: 0 };
  const holder = createLeaseHolder({
    allocator: leases,
    // The name is for people. Two nodes that have the same one hold two leases all the same.
    holder: `${config.nodeName ?? hostname()}/${process.pid}`,
    monotonicMs: clocks.monotonicMs,
    onEvent(event) {
      counts[event.kind] += 1;
      logEvent(log, event);
    },
  });
  await holder.start().catch((error: unknown) => {
    throw leaseFault(error);
  });
  const ids = createSnowflakeIds({
    leases: holder,
    ...clocks,
    onWarning: (warning) => logWarning(log, warning),
    onClockBehind(behindMs) {
      counts.clockBehind += 1;
      log.warn({ behindMs }, "The clock went back; codes are made under a new lease.");
    },
  });
  return { ids, state: () => holder.state(), counts: () => counts, stop: () => holder.stop() };
}

function logEvent(log: Logger, event: LeaseEvent): void {
  switch (event.kind) {
    case "acquired":
      return log.info({ ...event.lease }, "Codes are made under this lease.");
    case "lost":
      return log.warn({ ...event.lease }, "The lease for codes is over; taking a new one.");
    case "failed":
      return log.error({ err: event.error }, "The allocator of leases for codes did not grant what was asked for.");
  }
}

function logWarning(log: Logger, warning: SnowflakeWarning): void {
  if (warning.kind === "epochs") {
    return log.warn({ ...warning }, "A lease slot has few epochs left; prepare a layout with more bits for them.");
  }
  const until = new Date(warning.endAt).toISOString();
  return log.warn({ until }, "The timestamps in codes end within a year; prepare a layout with more bits for them.");
}

/** What only an operator can mend is said as such at the start. */
function leaseFault(error: unknown): unknown {
  if (!(error instanceof CodesError)) return error;
  return new ConfigError([{ option: "CODE_STRATEGY", problem: error.message, mend: "" }], { cause: error });
}
