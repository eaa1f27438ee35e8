import { runBench } from "./bench.ts";

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  process.exitCode = await runBench(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
}
