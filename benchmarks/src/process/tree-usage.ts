/** What a process and its descendants have used so far. */
export type TreeUsage = {
  /** User and system time of every thread, live or ended, of the live processes, and on Linux of their children that ended. */
  readonly cpuSeconds: number;
  readonly residentMiB: number;
  /** Shared pages counted in part; undefined where the system does not tell. */
  readonly proportionalMiB: number | undefined;
};

/** The pids of `rootPid` and all its descendants, from pairs of pid and parent. */
export function treeOf(rootPid: number, parents: ReadonlyMap<number, number>): ReadonlySet<number> {
  const tree = new Set([rootPid]);
  let sizeBefore = 0;
  while (tree.size > sizeBefore) {
    sizeBefore = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return tree;
}
