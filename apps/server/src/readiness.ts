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
  /** False: changes by other processes may go unnoticed here. */
  readonly hearsChanges: () => boolean;
  /** False: no code can be made. Default: it takes nothing that could be missing. */
  readonly canMakeCodes?: (() => boolean) | undefined;
  /** Told once why the store became unusable, and again only after it was usable in between. */
  readonly onStoreDown: (error: unknown) => void;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** Anybody may ask, and asking the store costs a commit: within this time one answer serves all. */
const maxAgeMs = 500;

/** Judges readiness when asked, within a deadline. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { hearsChanges, canMakeCodes, monotonicMs } = options;
  const stateOfStore = watchStore(options);
  let isDraining = false;
  let asked: { readonly atMs: number; readonly store: Promise<string> } | undefined;
  return {
    async check() {
      if (asked === undefined || monotonicMs() - asked.atMs > maxAgeMs) {
        asked = { atMs: monotonicMs(), store: stateOfStore() };
      }
      const store = await asked.store;
      const checks = {
        store,
        changes: hearsChanges() ? "ok" : "unheard",
        ...(canMakeCodes === undefined ? {} : { codes: canMakeCodes() ? "ok" : "no lease" }),
        traffic: isDraining ? "draining" : "ok",
      };
      return { isReady: Object.values(checks).every((check) => check === "ok"), checks };
    },
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
}

function watchStore({ pingStore, deadlineMs, onStoreDown }: ReadinessOptions): () => Promise<string> {
  let isDown = false;
  const ping = async (): Promise<string> => {
    try {
      await pingStore();
      isDown = false;
      return "ok";
    } catch (error) {
      if (!isDown) onStoreDown(error);
      isDown = true;
      return "down";
    }
  };
  return () => within(deadlineMs, ping());
}

/** What comes after the deadline is still heard of, but not waited for. */
async function within(deadlineMs: number, state: Promise<string>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, deadlineMs, "slow");
  try {
    return await Promise.race([state, late]);
  } finally {
    clearTimeout(timer);
  }
}
