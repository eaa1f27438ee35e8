import type { Command } from "commander";
import type { CliConfig } from "./config.ts";
import type { Language, Say, TextKey } from "./texts/say.ts";

/** What a command gets from the frame. */
export type Context = {
  readonly say: Say;
  /** The reader's, which a service is asked to answer in as well. */
  readonly language: Language;
  /** Reads the options of the environment. @throws {ConfigError} */
  readonly config: () => CliConfig;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Tells people, on standard error, what goes on while the command still runs. */
  readonly notice: (text: string) => void;
  /** Aborted by Ctrl-C and SIGTERM: what is half done must be undone. */
  readonly signal: AbortSignal;
};

/** What a command has to say at its end. */
export type Outcome = {
  /** With --json: the only thing on standard output. */
  readonly json: unknown;
  /** Otherwise: lines for people, each with its line break. */
  readonly human: string;
  /** 1: it was done in part, and the outcome says what was not. Default: 0. */
  readonly exitCode?: 1;
};

type Named = {
  /** The words that call it, such as `links create`; also the key of its summary. */
  readonly name: TextKey;
  /** Declares arguments and options. */
  readonly declare?: (command: Command, say: Say) => void;
};

/** A command that writes by itself and has an exit code of its own. */
export type CliProgram = Named & { readonly runProgram: () => Promise<number> };

/**
 * One command of the command line, in one file. Its heavy imports happen in `run`, so that it costs the others
 * nothing.
 */
export type CliCommand =
  | CliProgram
  | (Named & { readonly run: (command: Command, context: Context) => Promise<Outcome> });
