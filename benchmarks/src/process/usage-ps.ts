import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { treeOf, type TreeUsage } from "./tree-usage.ts";

/** Systems without /proc: POSIX `ps`. macOS tells hundredths of a second, others may tell whole seconds only. */
export async function readPsTree(rootPid: number): Promise<TreeUsage> {
  const columns = "pid=,ppid=,rss=,time=";
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", columns], { timeout: 5000 });
  return sumPsTree(rootPid, stdout);
}

/** Adds up the lines of `ps -A -o pid=,ppid=,rss=,time=` that belong to the process tree. */
export function sumPsTree(rootPid: number, output: string): TreeUsage {
  const rows = output.trim().split("\n").map(parseRow);
  const tree = treeOf(rootPid, new Map(rows.map((row) => [row.pid, row.parent])));
  const mine = rows.filter((row) => tree.has(row.pid));
  if (mine.length === 0) throw new Error(`Process ${rootPid} has ended.`);
  return {
    cpuSeconds: mine.reduce((sum, row) => sum + row.cpuSeconds, 0),
    residentMiB: mine.reduce((sum, row) => sum + row.residentMiB, 0),
    proportionalMiB: undefined,
  };
}

function parseRow(line: string) {
  const [pid, parent, residentKiB, time] = line.trim().split(/\s+/);
  return {
    pid: Number(pid),
    parent: Number(parent),
    residentMiB: Number(residentKiB) / 1024,
    cpuSeconds: parseTime(time ?? ""),
  };
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`. */
function parseTime(time: string): number {
  const [clock = "", days = "0"] = time.split("-").toReversed();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
