import { createRequire } from "node:module";
import type { Participant } from "../benchmark.ts";
import { packageVersion } from "../machine.ts";
import { findProgram } from "../process/run.ts";

const resolve = createRequire(import.meta.url).resolve;

/** Ours, as `description` says that it is used. */
export function narrowsLimiter(description: string): Participant {
  const packageJson = new URL("../../../packages/limiter/package.json", import.meta.url);
  return { name: "narrows", description, version: async () => packageVersion(packageJson), missing: installed };
}

/** A library of others that this workspace depends on. */
export function library(name: string, description: string): Participant {
  const version = async () => packageVersion(resolve(`${name}/package.json`));
  return { name, description, version, missing: installed };
}

export const redisServer: Participant = {
  name: "redis-server",
  description: "one server for each subject, without persistence, on loopback",
  version: async () => /v=(\S+)/.exec((await findRedis())?.output ?? "")?.[1] ?? "unknown",
  missing: async () => ((await findRedis()) === undefined ? "redis-server is not installed" : undefined),
};

function findRedis() {
  return findProgram(["redis-server"], ["--version"]);
}

async function installed(): Promise<undefined> {
  return undefined;
}
