import { join } from "node:path";
import { runSteps } from "./run-steps.ts";
import { steps } from "./step.ts";

/** `npm run check`: everything but the tests of behaviour. */
export async function main(): Promise<void> {
  const root = join(import.meta.dirname, "..", "..");
  const { failed } = await runSteps(steps, { root, env: process.env, say: (text) => console.log(text) });
  process.exitCode = failed === 0 ? 0 : 1;
}
