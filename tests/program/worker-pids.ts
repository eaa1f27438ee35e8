import { execFileSync } from "node:child_process";

/** The processes that a program has started and that live. */
export function workerPids({ pid }: { readonly pid: number }): readonly number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, state = ""]) => Number(parent) === pid && !state.startsWith("Z"))
    .map(([child]) => Number(child));
}

/** True as long as there is a process of this number that has not ended. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    // Without such a process `ps` fails.
    return false;
  }
}
