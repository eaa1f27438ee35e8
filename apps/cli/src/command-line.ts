import { CommanderError, type Command } from "commander";
import type { CliCommand, Context } from "./cli-command.ts";
import { commands } from "./commands/index.ts";
import { readCliConfig } from "./config.ts";
import { Interruption } from "./interruption.ts";
import { printable } from "./output/printable.ts";
import { createProgram } from "./program.ts";
import { runProgram } from "./run-program.ts";
import { readLanguage } from "./texts/read-language.ts";
import { sayIn, type Language } from "./texts/say.ts";
import { usageError } from "./usage-error.ts";

/** Runs the one command that the arguments name, and writes what it has to say. @throws What `explainFailure` explains. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const language = readLanguage();
  const run = (called: CliCommand, command: Command): Promise<void> => runCommand(called, command, language);
  const program = createProgram({ commands, say: sayIn(language), run });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, commandWords(program, args));
  }
}

async function runCommand(called: CliCommand, command: Command, language: Language): Promise<void> {
  if ("runProgram" in called) return runProgram(called);
  const stop = stopOnSignal();
  const notice = (text: string): void => void process.stderr.write(`${printable(text)}\n`);
  const context: Context = {
    say: sayIn(language),
    language,
    config: readCliConfig,
    now: Date.now,
    notice,
    signal: stop,
  };
  const {
    json,
    human,
    exitCode = 0,
  } = await called.run(command, context).catch((error: unknown) => {
    // Whatever the command makes of the interruption, it is one.
    stop.throwIfAborted();
    throw error;
  });
  process.stdout.write(command.opts<{ json?: boolean }>().json === true ? `${JSON.stringify(json)}\n` : human);
  process.exitCode = exitCode;
}

/** The first signal lets the command undo what is half done; the next one ends the process. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Interruption(name)));
  return stop.signal;
}

/** The words of the innermost command that the arguments name: `npm run narrows -- links …`. */
function commandWords(program: Command, args: readonly string[]): string {
  let command = program;
  const words = [program.name()];
  for (const arg of args) {
    const next = command.commands.find((child) => child.name() === arg);
    if (next === undefined) break;
    command = next;
    words.push(arg);
  }
  return words.join(" ");
}
