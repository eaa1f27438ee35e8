import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinTo } from "../process/child.ts";
import { findProgram, runProgram } from "../process/run.ts";
import type { LoadGenerator, LoadRequest, LoadResult } from "./load-generator.ts";
import { parseLoadResult } from "./load-result.ts";
import type { RequestPlan } from "./request-plan.ts";

const script = fileURLToPath(new URL("./wrk.lua", import.meta.url));
const graceMs = 20_000;

/** wrk, from the distribution's package of that name: one thread, so that it leaves the other cores alone. */
export const wrk: LoadGenerator = { name: "wrk", version: findWrk, run: runWrk };

async function findWrk(): Promise<string | undefined> {
  const found = await findProgram(["wrk"], ["--version"]);
  return found && /wrk (\S+)/.exec(found.output)?.[1];
}

async function runWrk(request: LoadRequest): Promise<LoadResult> {
  const planFile = join(request.folder, "plan.txt");
  writeFileSync(planFile, planLines(request.plan).join("\n"));
  // wrk takes whole seconds only.
  const seconds = Math.max(1, Math.round(request.seconds));
  const options = ["-t1", `-c${request.connections}`, `-d${seconds}s`, "--timeout", "5s", "-s", script, request.origin];
  const command = [...pinTo(request.core), "wrk", ...options, "--", planFile, String(request.checkEveryStatus)];
  const { stdout } = await runProgram(command, seconds * 1000 + graceMs, request.signal);
  return parseLoadResult(stdout.slice(stdout.lastIndexOf("{")));
}

/** The form that wrk.lua reads: four single lines, the headers, an empty line, the paths. */
function planLines(plan: RequestPlan): readonly string[] {
  const headers = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}`);
  const paths = [
    ...plan.paths.slice(plan.firstPath % plan.paths.length),
    ...plan.paths.slice(0, plan.firstPath % plan.paths.length),
  ];
  return [plan.method, String(plan.expectedStatus), String(plan.firstNumber), plan.body, ...headers, "", ...paths];
}
