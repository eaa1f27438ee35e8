/** Added to the environment of our own workers: other programs fork with node:cluster, too. */
export const workerMark = { NARROWS_WORKER: "1" } as const;

/** True in a process that a primary of ours has forked. */
export function isMarkedWorker(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment["NARROWS_WORKER"] === workerMark.NARROWS_WORKER;
}
