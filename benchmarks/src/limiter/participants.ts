import { findPackageJSON } from "node:module";
import type { Participant } from "../benchmark.ts";
import { packageVersion } from "../machine.ts";
import { findProgram } from "../process/run.ts";

/** Ours, as `description` says that it is used. */
export function narrowsLimiter(description: string): Participant {
  return { ...library("@narrows/limiter", description), name: "narrows" };
}

/** A library that this workspace depends on. */
export function library(name: string, description: string): Participant {
  const version = async () => packageVersion(findPackageJSON(name, import.meta.url) ?? "");
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
