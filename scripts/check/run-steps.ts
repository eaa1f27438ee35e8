import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import type { Step } from "./step.ts";

const DEADLINE_MS = 300_000;

export type StepsOptions = {
  /** Where the commands run and whose node_modules/.bin they come from. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (text: string) => void;
};

/** Runs every step, also after a failure, and says one line of each; output is shown of failures only. */
export async function runSteps(steps: readonly Step[], options: StepsOptions): Promise<{ readonly failed: number }> {
  let failed = 0;
  for (const step of steps) {
    const startedAt = performance.now();
    const { isOk, output } = await runStep(step, options);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    options.say(`${isOk ? "ok    " : "FAILED"} ${step.name.padEnd(14)}${seconds.padStart(6)} s`);
    if (isOk) continue;
    failed += 1;
    options.say(output.trimEnd());
  }
  return { failed };
}

function runStep(step: Step, { root, env }: StepsOptions): Promise<{ isOk: boolean; output: string }> {
  const bin = join(root, "node_modules", ".bin");
  const [program, ...args] = step.command;
  // The tools' own `#!/usr/bin/env node` must find the runtime that the repository brings.
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: { ...env, PATH: [bin, env["PATH"] ?? ""].join(delimiter) },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: DEADLINE_MS,
  });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ isOk: false, output: error.message }));
    child.on("close", (code) => resolve({ isOk: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
