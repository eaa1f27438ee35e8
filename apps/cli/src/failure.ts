import { waitText } from "@narrows/server/wait-text";
import { ConfigError, type ConfigFault } from "@narrows/service/config";
import { sentenceOf } from "./api/problem.ts";
import { Refusal, type RefusalDetails } from "./api/refusal.ts";
import { CliError, OptionError, RowError } from "./cli-error.ts";
import { printable } from "./output/printable.ts";
import { english } from "./texts/english.ts";
import type { Say, TextKey } from "./texts/say.ts";

/** A failure as people and programs see it. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly field: string | undefined;
  readonly mend: string;
  /** When another try may help, where that is known. */
  readonly retryAfterSeconds?: number | undefined;
  /** 1: the operation failed or the service said no. 2: usage or configuration. */
  readonly exitCode: 1 | 2;
};

/** Tells what an error means, in the reader's language where the words are ours. */
export function failureOf(error: unknown, say: Say): Failure {
  if (error instanceof OptionError || error instanceof RowError) return valueFailure(error, say);
  if (error instanceof CliError) return cliFailure(error, say);
  if (error instanceof Refusal) return refusalFailure(error, say);
  if (error instanceof ConfigError) {
    const mend = error.faults.map((fault) => faultText(fault, say)).join("\n");
    return { code: error.code, message: say("error.CONFIG_INVALID"), field: undefined, mend, exitCode: 2 };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return cliFailure(new CliError("UNEXPECTED", { reason }), say);
}

/** Writes a failure for people: what happened and its code, then how to mend it. */
export function renderFailure({ code, message, mend }: Failure): string {
  const lines = mend.split("\n").map((line) => `  ${printable(line)}`);
  return [`narrows: ${printable(message)} [${printable(code)}]`, ...lines, ""].join("\n");
}

/** Writes a failure as one JSON document. */
export function renderFailureJson({ code, message, field, mend, retryAfterSeconds }: Failure): string {
  return `${JSON.stringify({ error: { code, message, field, mend, retryAfterSeconds } })}\n`;
}

function cliFailure({ code, values, exitCode }: CliError, say: Say): Failure {
  const message = say(`error.${code}`, values);
  const mend = say(`mend.${code}`, values);
  const suggestion = values["suggestion"];
  const full = suggestion === undefined ? mend : `${say("mend.suggestion", { suggestion })} ${mend}`;
  return { code, message, field: undefined, mend: full, exitCode };
}

function valueFailure(error: OptionError | RowError, say: Say): Failure {
  const expected = say(error.expected, error.values);
  const failure = cliFailure(new CliError(error.code, { ...error.values, expected }), say);
  return error instanceof OptionError ? { ...failure, field: String(error.values["option"]) } : failure;
}

function refusalFailure({ details }: Refusal, say: Say): Failure {
  const { code, field, name, retryAfterSeconds } = details;
  const mend = refusalMend(details, say);
  return { code, message: sentenceOf(details, name), field, mend, retryAfterSeconds, exitCode: 1 };
}

/** Where the service's way to mend is in words of the API, such as JSON's null. */
const ownMends: Readonly<Record<string, TextKey>> = {
  EXPIRY_PAST: "mend.EXPIRY_PAST",
  IDEMPOTENCY_CONFLICT: "mend.IDEMPOTENCY_CONFLICT",
  CURSOR_MALFORMED: "mend.CURSOR_MALFORMED",
  PERIOD_MALFORMED: "mend.PERIOD_MALFORMED",
};

/** A service speaks of headers; who uses the command line has options and files instead. */
function refusalMend(details: RefusalDetails, say: Say): string {
  const { code, server, keySource, mend, retryAfterSeconds, language } = details;
  if (code === "RATE_LIMITED" && retryAfterSeconds !== undefined) {
    return say("mend.RATE_LIMITED", { wait: waitText(retryAfterSeconds, language) });
  }
  if (code === "KEY_MISSING") return say("mend.KEY_MISSING", { server });
  if (code === "KEY_INVALID" && keySource !== undefined) return say("mend.KEY_INVALID", { server, source: keySource });
  const own = ownMends[code];
  return own === undefined ? (mend ?? say("mend.REFUSED")) : say(own);
}

/** What a value must be, in the reader's language where the option is one of ours. */
function faultText({ option, problem, mend }: ConfigFault, say: Say): string {
  const key = `config.${option}`;
  if (!Object.hasOwn(english, key)) return `${option}: ${problem} ${mend}`;
  return `${say("config.fault", { option })} ${say(key as TextKey)}`;
}
