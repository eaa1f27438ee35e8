/** Whether this node should get traffic, and why not. */
export type ReadinessReport = {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, string>>;
};

export interface Readiness {
  check(): Promise<ReadinessReport>;
  /** From now on not ready: the node is about to stop. */
  drain(): void;
  readonly isDraining: boolean;
}

export type ReadinessOptions = {
  /** Resolves when the store can read and write. */
  readonly pingStore: () => Promise<void>;
  /** A store that takes longer counts as down. */
  readonly deadlineMs: number;
};

/** Judges readiness anew at each question, within a deadline. */
export function createReadiness({ pingStore, deadlineMs }: ReadinessOptions): Readiness {
  let isDraining = false;
  return {
    async check() {
      const store = await stateOf(pingStore, deadlineMs);
      const checks = { store, traffic: isDraining ? "draining" : "ok" };
      return { isReady: store === "ok" && !isDraining, checks };
    },
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
}

async function stateOf(ping: () => Promise<void>, deadlineMs: number): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, deadlineMs, "slow");
  try {
    return await Promise.race([ping().then(() => "ok"), late]);
  } catch {
    return "down";
  } finally {
    clearTimeout(timer);
  }
}
