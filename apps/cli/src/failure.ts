import { ConfigError } from "@narrows/service/config";
import { Refusal } from "./api/refusal.ts";
import { CliError, OptionError } from "./cli-error.ts";
import { printable } from "./output/printable.ts";
import type { Say } from "./texts/say.ts";

/** A failure as people and programs see it. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly field: string | undefined;
  readonly mend: string;
  /** 1: the operation failed or the service said no. 2: usage or configuration. */
  readonly exitCode: 1 | 2;
};

/** Tells what an error means, in the reader's language where the words are ours. */
export function failureOf(error: unknown, say: Say): Failure {
  if (error instanceof OptionError) return optionFailure(error, say);
  if (error instanceof CliError) return cliFailure(error, say);
  if (error instanceof Refusal) {
    const { code, detail, field, mend } = error.details;
    return { code, message: detail, field, mend: mend ?? say("mend.REFUSED"), exitCode: 1 };
  }
  if (error instanceof ConfigError) {
    const mend = error.faults.map((fault) => `${fault.option}: ${fault.problem} ${fault.mend}`).join("\n");
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
export function renderFailureJson({ code, message, field, mend }: Failure): string {
  return `${JSON.stringify({ error: { code, message, field, mend } })}\n`;
}

function cliFailure({ code, values, exitCode }: CliError, say: Say): Failure {
  const message = say(`error.${code}`, values);
  const mend = say(`mend.${code}`, values);
  const suggestion = values["suggestion"];
  const full = suggestion === undefined ? mend : `${say("mend.suggestion", { suggestion })} ${mend}`;
  return { code, message, field: undefined, mend: full, exitCode };
}

function optionFailure(error: OptionError, say: Say): Failure {
  const expected = say(error.expected, error.values);
  const failure = cliFailure(new CliError(error.code, { ...error.values, expected }), say);
  return { ...failure, field: String(error.values["option"]) };
}
