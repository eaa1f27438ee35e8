/** Work that is done again and again, never twice at once. */
export interface Repeated {
  /** Begins; resolves when the work was done once, or after `firstMs`, whichever is first. */
  start(firstMs: number): Promise<void>;
  /** Resolves when the work that is under way has ended. */
  stop(): Promise<void>;
}

/** @param pauseMs From the end of the work to its next beginning. @param work Never throws. */
export function repeat(pauseMs: number, work: () => Promise<void>): Repeated {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const runAndGoOn = async () => {
    await work();
    if (!isStopped) timer = setTimeout(run, pauseMs).unref();
  };
  const run = () => {
    running = runAndGoOn();
  };
  return {
    async start(firstMs) {
      run();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const deadline = setTimeout(resolve, firstMs);
      await Promise.race([running, late]);
      clearTimeout(deadline);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
