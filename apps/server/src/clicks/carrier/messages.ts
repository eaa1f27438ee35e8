import type { Visit } from "@narrows/clicks";
import type { LogLevel } from "@narrows/service";
import type { ConfigFault } from "@narrows/service/config";
import type { CarrierStats } from "./carrier.ts";
import type { SentConfig } from "./sent-config.ts";

/** What a carrier's thread is begun with. */
export type CarrierOrder = {
  readonly config: SentConfig;
  readonly isWriter: boolean;
  /** Whether none has run in this process before. */
  readonly isFirst: boolean;
  readonly logLevel: LogLevel;
};

export type ToCarrier =
  /** Without visits: those that were refused last, again. One at a time. */
  { readonly kind: "take"; readonly visits: readonly Visit[] | undefined } | { readonly kind: "stop" };

export type FromCarrier =
  | { readonly kind: "ready" }
  /** It cannot be begun as it is configured, and ends. */
  | { readonly kind: "misconfigured"; readonly faults: readonly ConfigFault[] }
  | { readonly kind: "taken"; readonly leftOut: number }
  | { readonly kind: "refused"; readonly error: SentError }
  | { readonly kind: "stats"; readonly stats: CarrierStats }
  /** A line of its log. */
  | { readonly kind: "log"; readonly line: string };

/** What is left of an error on the way between threads. */
export type SentError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly cause: SentError | undefined;
};

/** More causes than these say nothing new, and might go round in a circle. */
const maxCauses = 10;

export function sentError(error: unknown, depth = 0): SentError {
  if (!(error instanceof Error)) {
    return { name: "Error", message: String(error), stack: undefined, code: undefined, cause: undefined };
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = error.cause === undefined || depth === maxCauses ? undefined : sentError(error.cause, depth + 1);
  return { name: error.name, message: error.message, stack: error.stack, code, cause };
}

export function receivedError({ name, message, stack, code, cause }: SentError): Error {
  const error = new Error(message, cause === undefined ? {} : { cause: receivedError(cause) });
  return Object.assign(error, { name }, stack === undefined ? {} : { stack }, code === undefined ? {} : { code });
}
