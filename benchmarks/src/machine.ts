import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import { promisify } from "node:util";

/** Where the figures come from. They mean little without it. */
export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly kernel: string;
  readonly platform: string;
  /** Before the run: anything near the number of cores means that somebody else was at work. */
  readonly loadAverage: number;
};

/** Describes the machine as it is now. */
export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model ?? "unknown",
    cores: os.availableParallelism(),
    memoryMiB: Math.round(os.totalmem() / 2 ** 20),
    kernel: `${os.type()} ${os.release()}`,
    platform: `${os.platform()} ${os.arch()}`,
    loadAverage: os.loadavg()[0] ?? 0,
  };
}

/** The checked-out commit, with "+changes" when files differ from it; "unknown" outside a Git checkout. */
export async function describeCommit(): Promise<string> {
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)("git", args, { cwd: import.meta.dirname, timeout: 5000 })).stdout.trim();
  try {
    const commit = await git("rev-parse", "--short=12", "HEAD");
    const changed = await git("status", "--porcelain", "--untracked-files=no");
    return changed === "" ? commit : `${commit}+changes`;
  } catch {
    return "unknown";
  }
}

/** The version in a package's own package.json. */
export function packageVersion(packageJson: URL | string): string {
  const parsed: unknown = JSON.parse(readFileSync(packageJson, "utf8"));
  const isPackage = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return isPackage ? String(parsed.version) : "unknown";
}
