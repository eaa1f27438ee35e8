import { ConfigError } from "@narrows/service";
import type { WorkerEnd } from "./forked-worker.ts";

/** A worker said that it cannot start as configured: its words are those of the whole. */
class WorkerConfigError extends ConfigError {
  constructor(text: string) {
    super([]);
    this.message = text.trimEnd();
  }
}

/** Makes of a worker's end before it was ready what ends the whole. */
export function faultOfEnd(number: number, { code, signal, forkError, fault }: WorkerEnd): Error {
  if (fault !== undefined) return new WorkerConfigError(fault);
  if (forkError !== undefined)
    return new Error(`Worker ${number} could not be forked: ${forkError.message}`, { cause: forkError });
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return new Error(`Worker ${number} ended ${how} before it was ready; its own lines of the log say why.`);
}
