import type { Worker } from "node:worker_threads";

/** What of `process` is needed. */
type Host = Pick<NodeJS.Process, "on" | "off">;

/** The threads that the process has started and that have not ended. */
export interface Threads {
  /**
   * Ends them all. One that waits inside the system, such as for a disk that does not answer, cannot be ended, and
   * `process.exit` would wait for it as long.
   *
   * @returns False when one is left after half a second.
   */
  end(): Promise<boolean>;
  close(): void;
}

const endMs = 500;

/** Knows the threads that are started from now on. */
export function watchThreads(host: Host = process): Threads {
  const running = new Set<Worker>();
  const add = (worker: Worker): void => {
    running.add(worker);
    worker.once("exit", () => running.delete(worker));
  };
  host.on("worker", add);
  return {
    async end() {
      const { promise: late, resolve } = Promise.withResolvers<false>();
      const timer = setTimeout(resolve, endMs, false);
      const ended = Promise.all(Array.from(running, (worker) => worker.terminate())).then(() => true);
      try {
        return await Promise.race([ended, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => void host.off("worker", add),
  };
}
