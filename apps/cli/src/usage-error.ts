import type { CommanderError } from "commander";
import { CliError, type CliErrorCode } from "./cli-error.ts";

const codes: Readonly<Record<string, CliErrorCode>> = {
  "commander.help": "COMMAND_MISSING",
  "commander.unknownCommand": "COMMAND_UNKNOWN",
  "commander.unknownOption": "OPTION_UNKNOWN",
  "commander.missingArgument": "ARGUMENT_MISSING",
  "commander.excessArguments": "ARGUMENT_EXCESS",
  "commander.missingMandatoryOptionValue": "OPTION_MISSING",
  "commander.optionMissingArgument": "OPTION_VALUE_MISSING",
};

/** What other programs call our commands: nearer in meaning than what is spelled nearly alike. */
const synonyms: Readonly<Record<string, string>> = {
  "links add": "create",
  "links show": "get",
  "links ls": "list",
  "links update": "edit",
  "links change": "edit",
  "links remove": "delete",
  "links rm": "delete",
  "keys add": "create",
  "keys ls": "list",
  "keys delete": "revoke",
  "keys remove": "revoke",
};

/**
 * Turns what commander refuses into our own error, so that it has a code and speaks the reader's language.
 * commander hands out its findings in its English sentence only: in quotes, and after "Did you mean".
 *
 * @param program The words of the command that was being read, such as `npm run narrows -- links …`.
 */
export function usageError(error: CommanderError, program: string): CliError {
  const code = codes[error.code];
  const given = /'(.+?)'/.exec(error.message)?.[1] ?? error.message;
  if (code === "OPTION_UNKNOWN" && program.endsWith(" serve")) return new CliError("OPTION_IS_SETTING", { given });
  const similar = /\(Did you mean (?:one of )?(.+)\?\)/.exec(error.message)?.[1];
  const suggestion = synonyms[`${program.split(" ").at(-1)} ${given}`] ?? similar;
  const values = { program, given, ...(suggestion === undefined ? {} : { suggestion }) };
  return new CliError(code ?? "USAGE", values, { cause: error });
}
