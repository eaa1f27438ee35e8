import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageVersion } from "../machine.ts";
import { pinTo } from "../process/child.ts";
import { runProgram } from "../process/run.ts";
import type { LoadGenerator, LoadRequest, LoadResult } from "./load-generator.ts";
import { parseLoadResult } from "./load-result.ts";

const program = fileURLToPath(new URL("./autocannon-program.ts", import.meta.url));
const graceMs = 20_000;

/** autocannon, from npm: always there, but it needs more CPU than most servers, so it seldom saturates one. */
export const autocannon: LoadGenerator = {
  name: "autocannon",
  version: async () => packageVersion(createRequire(import.meta.url).resolve("autocannon/package.json")),
  run: runAutocannon,
};

async function runAutocannon(request: LoadRequest): Promise<LoadResult> {
  const { signal, ...rest } = request;
  const file = join(request.folder, "load.json");
  writeFileSync(file, JSON.stringify(rest));
  const command = [...pinTo(request.core), process.execPath, program, file];
  const { stdout } = await runProgram(command, request.seconds * 1000 + graceMs, signal);
  return parseLoadResult(stdout);
}
