import type { CliProgram } from "./cli-command.ts";

/** Runs a program to its end, and ends the process: a part that did not stop within its deadline must not keep it. */
export async function runProgram(program: CliProgram): Promise<never> {
  process.exit(await program.runProgram());
}
