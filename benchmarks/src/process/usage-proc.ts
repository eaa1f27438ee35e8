import { readdirSync, readFileSync } from "node:fs";
import { treeOf, type TreeUsage } from "./tree-usage.ts";

/** USER_HZ, the unit of times in /proc/PID/stat: 100 on every architecture that Node.js runs on. */
const ticksPerSecond = 100;

type ProcessStat = { readonly parent: number; readonly cpuSeconds: number };

/**
 * Linux: /proc/PID/stat holds user and system time of all threads, including those that have ended. The kernel scales
 * both to the time that the scheduler measured, so their sum is right to one tick of 10 ms.
 */
export function readProcTree(rootPid: number): TreeUsage {
  const stats = readStats();
  const tree = treeOf(rootPid, new Map([...stats].map(([pid, stat]) => [pid, stat.parent])));
  if (!stats.has(rootPid)) throw new Error(`Process ${rootPid} has ended.`);
  let usage = { cpuSeconds: 0, residentMiB: 0, proportionalMiB: 0 };
  for (const pid of tree) {
    const memory = readMemory(pid);
    usage = {
      cpuSeconds: usage.cpuSeconds + (stats.get(pid)?.cpuSeconds ?? 0),
      residentMiB: usage.residentMiB + memory.residentMiB,
      proportionalMiB: usage.proportionalMiB + memory.proportionalMiB,
    };
  }
  return usage;
}

/**
 * Linux: processor seconds of a process's first thread, which is the one that JavaScript begins in; as exact as those of the
 * whole process.
 */
export function readMainThreadSeconds(pid: number): number | undefined {
  const text = readIfThere(`/proc/${pid}/task/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text).cpuSeconds;
}

function readStats(): ReadonlyMap<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const text = readIfThere(`/proc/${entry}/stat`);
    if (text !== undefined) stats.set(Number(entry), parseStat(text));
  }
  return stats;
}

/** The second field is the program's name in brackets and may hold anything, so counting starts behind its end. */
function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // Of its own, and of its children that have ended: a server that ends a process must not seem to have used less.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return { parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond };
}

function readMemory(pid: number): { readonly residentMiB: number; readonly proportionalMiB: number } {
  const text = readIfThere(`/proc/${pid}/smaps_rollup`) ?? "";
  const mebibytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { residentMiB: mebibytes("Rss"), proportionalMiB: mebibytes("Pss") };
}

/** A process may end between the listing and the reading. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
