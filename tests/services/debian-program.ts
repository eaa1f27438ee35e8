import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { ServiceState, TestService } from "./service.ts";

const run = promisify(execFile);

export type DebianProgram = {
  readonly program: string;
  /** The package that brings the program. */
  readonly debianPackage: string;
  /** Arguments of a call that only works when the program can do its work here. */
  readonly probe: readonly string[];
};

/** A program that is used where it is there, and installed from Debian's package where we are root. */
export function debianProgram({ program, debianPackage, probe }: DebianProgram): TestService {
  return {
    name: program,
    async bring(deadlineMs) {
      const found = await findProgram(program);
      if (found !== undefined) return probed("found", found, probe, deadlineMs);
      if (process.getuid?.() !== 0) return skipped(`not installed; install the package ${debianPackage}`);
      const failure = await install(debianPackage, deadlineMs);
      const installed = await findProgram(program);
      if (installed === undefined) return skipped(`apt-get install ${debianPackage} did not bring it: ${failure}`);
      return probed("installed", installed, probe, deadlineMs);
    },
  };
}

async function findProgram(program: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

async function probed(
  kind: "found" | "installed",
  path: string,
  probe: readonly string[],
  timeout: number,
): Promise<ServiceState> {
  try {
    await run(path, probe, { timeout });
    return { kind, address: path };
  } catch (error) {
    return skipped(`${path} is there but does not work: ${lastLine(error)}`);
  }
}

/** Returns what went wrong, or an empty text. A package list may be missing or old, so it is fetched first. */
async function install(debianPackage: string, timeout: number): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("apt-get", ["update"], { timeout, env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], { timeout, env });
    return "";
  } catch (error) {
    return lastLine(error);
  }
}

function skipped(reason: string): ServiceState {
  return { kind: "skipped", reason };
}

function lastLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split("\n").at(-1) ?? "";
}
