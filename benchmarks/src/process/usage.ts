import type { TreeUsage } from "./tree-usage.ts";
import { readProcTree } from "./usage-proc.ts";
import { readPsTree } from "./usage-ps.ts";

/** Asks the operating system what the process `rootPid` and its descendants have used. */
export async function readUsage(rootPid: number): Promise<TreeUsage> {
  return process.platform === "linux" ? readProcTree(rootPid) : readPsTree(rootPid);
}
