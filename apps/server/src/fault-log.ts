import type { Logger } from "@narrows/service";

/** A fault that repeats is written this often and counted in between. */
const intervalMs = 1_000;

/** Of a service that is left aside until it is back, each try says the same. */
const outageIntervalMs = 60_000;

/** More kinds of faults than these are counted together. */
const maxCodes = 50;

export type FaultLog = (error: unknown, context?: Readonly<Record<string, string>>) => void;

type Write = (fault: Readonly<Record<string, unknown>>, withheld: number) => void;

/**
 * Writes faults with their stacks, of each code one a second at most: an outage must not fill the disk with its own
 * description, nor hide another one. The last of those withheld is written when the second is over, with their number.
 *
 * @param message What the faults are to whoever reads the log.
 */
export function createFaultLog(log: Logger, message: string): FaultLog {
  return createSparseLog(log, message, intervalMs);
}

/** As `createFaultLog`, one a minute at most: for what others do without meanwhile. */
export function createOutageLog(log: Logger, message: string): FaultLog {
  return createSparseLog(log, message, outageIntervalMs);
}

function createSparseLog(log: Logger, message: string, everyMs: number): FaultLog {
  const throttles = new Map<string, ReturnType<typeof createThrottle>>();
  const write: Write = (fault, withheld) => log.error({ ...fault, withheld }, message);
  return (error, context = {}) => {
    const code = codeOf(error);
    const key = throttles.has(code) || throttles.size < maxCodes ? code : "";
    const tell = throttles.get(key) ?? createThrottle(write, everyMs);
    throttles.set(key, tell);
    tell({ err: error, ...context });
  };
}

function createThrottle(write: Write, everyMs: number): (fault: Readonly<Record<string, unknown>>) => void {
  let isWaiting = false;
  let latest: Readonly<Record<string, unknown>> = {};
  let withheld = 0;
  const tell = (fault: Readonly<Record<string, unknown>>, passedOver: number): void => {
    isWaiting = true;
    withheld = 0;
    setTimeout(goOn, everyMs).unref();
    write(fault, passedOver);
  };
  const goOn = (): void => {
    isWaiting = false;
    if (withheld > 0) tell(latest, withheld - 1);
  };
  return (fault) => {
    if (!isWaiting) return tell(fault, 0);
    latest = fault;
    withheld += 1;
  };
}

/** Without a code of its own an error is known by its class. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
