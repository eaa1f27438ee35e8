import { flushCompileCache } from "node:module";
import { performance } from "node:perf_hooks";

export type KeepCompiledOptions = {
  /** Writes what is compiled and not yet kept: up to half a second in which nothing else is done. */
  readonly flush?: () => void;
  /** The share of the time since it was asked last in which this thread had something to do, from 0 to 1. */
  readonly busyShare?: () => number;
};

const lookEveryMs = 3_000;
const quietShare = 0.05;

/**
 * Keeps what the start has compiled, in the first seconds in which there is little else to do: a program that is killed
 * later could not keep it, and redirects are not to wait for it. A program that is always busy keeps it when it ends.
 */
export function keepCompiled({ flush = flushCompileCache, busyShare = loopShare() }: KeepCompiledOptions = {}): void {
  const timer = setInterval(() => {
    if (busyShare() > quietShare) return;
    clearInterval(timer);
    flush();
  }, lookEveryMs);
  timer.unref();
}

function loopShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
