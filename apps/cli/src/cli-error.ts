import type { TextKey } from "./texts/say.ts";

/**
 * Every failure of the command line itself, with its exit code: 1 = the operation failed, 2 = usage. `FILE_…`,
 * `SCHEMA_…` and `STORE_…` come from the embedded database.
 */
export const cliErrors = {
  COMMAND_MISSING: 2,
  COMMAND_UNKNOWN: 2,
  OPTION_UNKNOWN: 2,
  ARGUMENT_MISSING: 2,
  ARGUMENT_EXCESS: 2,
  OPTION_MISSING: 2,
  OPTION_VALUE_MISSING: 2,
  USAGE: 2,
  OPTION_INVALID: 2,
  OPTION_IS_SETTING: 2,
  CHANGE_MISSING: 2,
  SERVER_UNREACHABLE: 1,
  SERVER_SILENT: 1,
  SERVER_STRANGE: 1,
  KEY_NOT_FOUND: 1,
  CODE_FOREIGN: 1,
  CODE_SECRET_MISSING: 1,
  STRATEGY_MUTE: 1,
  POLICIES_FAULTY: 1,
  ROW_MALFORMED: 1,
  DATABASE_MISSING: 1,
  DATABASE_URL_MALFORMED: 2,
  DATABASE_URL_MISSING: 2,
  DATABASE_UNREACHABLE: 1,
  DATABASE_REFUSED: 1,
  DATABASE_TOO_OLD: 1,
  DATABASE_READ_ONLY: 1,
  DATABASE_ENCODING: 2,
  DATABASE_FOREIGN: 1,
  DATABASE_SERVER_BACKUP: 2,
  CLICKS_MISSING: 1,
  CLICKS_NOT_KEPT: 1,
  CLICK_STORE_FAILED: 1,
  PARTITION_NOT_FOUND: 1,
  PARTITION_ALIVE: 1,
  PARTITION_READ: 1,
  GIVE_UP_UNCONFIRMED: 2,
  COPY_TARGET_USED: 1,
  COPY_TARGET_SERVED: 1,
  BACKUP_MISSING: 1,
  BACKUP_NOT_FILE: 1,
  BACKUP_EMPTY: 1,
  BACKUP_DAMAGED: 1,
  BACKUP_FOREIGN: 1,
  FILE_UNUSABLE: 1,
  FILE_UNREADABLE: 1,
  FILE_NOT_SQLITE: 1,
  FILE_FOREIGN: 1,
  FILE_DAMAGED: 1,
  FILE_EXISTS: 1,
  FILE_IN_USE: 1,
  FOLDER_TAKEN: 1,
  FOLDER_LOST: 1,
  LOG_MISSING: 1,
  SCHEMA_NEWER: 1,
  WAL_UNSUPPORTED: 1,
  ROW_REFUSED: 1,
  STORE_LOCKED: 1,
  STORE_FULL: 1,
  STORE_UNAVAILABLE: 1,
  STORE_OVERLOADED: 1,
  STORE_OUTCOME_UNKNOWN: 1,
  UNEXPECTED: 1,
} as const;

export type CliErrorCode = keyof typeof cliErrors;

type Values = Readonly<Record<string, string | number>>;

/** A failure whose words are in the text tables, under `error.CODE` and `mend.CODE`. */
export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly values: Values;

  constructor(code: CliErrorCode, values: Values = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = "CliError";
    this.code = code;
    this.values = values;
  }

  get exitCode(): 1 | 2 {
    return cliErrors[this.code];
  }
}

/** An option or argument whose value cannot be; `expected` is the text that says what would be right. */
export class OptionError extends CliError {
  readonly expected: TextKey;

  constructor(option: string, expected: TextKey, values: Values = {}) {
    super("OPTION_INVALID", { ...values, option });
    this.name = "OptionError";
    this.expected = expected;
  }
}

/** A line of a file that is no link; `expected` says what would be right. */
export class RowError extends CliError {
  readonly expected: TextKey;

  constructor(line: number, expected: TextKey, values: Values = {}) {
    super("ROW_MALFORMED", { ...values, line });
    this.name = "RowError";
    this.expected = expected;
  }
}
