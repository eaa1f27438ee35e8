import type { CliProgram } from "./cli-command.ts";
import { clickWriter } from "./commands/click-writer.ts";
import { serve } from "./commands/serve.ts";
import { runProgram } from "./run-program.ts";

/** Runs the command line and sets the exit code: 0 = it went well, 1 = it did not, 2 = usage or configuration. */
export async function main(args: readonly string[]): Promise<void> {
  endQuietlyWithoutReader();
  try {
    const program = findProgram(args);
    if (program !== undefined) await runProgram(program);
    else await (await import("./command-line.ts")).runCommandLine(args);
  } catch (error) {
    (await import("./explain-failure.ts")).explainFailure(error, args);
  }
}

/**
 * Finds the program that stands alone in the arguments. There is nothing to read in them then, and the parser, the other
 * commands and the texts of all would stay in the memory of a process that runs for months.
 */
function findProgram(args: readonly string[]): CliProgram | undefined {
  return args.length === 1 ? [serve, clickWriter].find(({ name }) => name === args[0]) : undefined;
}

/** `narrows links list | head` ends as soon as head has seen enough, and says nothing about it. */
function endQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
}
