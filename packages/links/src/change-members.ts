/** Which other nodes live, as far as they say so. */
export interface ChangeMembers {
  hear(name: string): void;
  leave(name: string): void;
  /** Names of those that were heard lately. */
  live(): readonly string[];
}

export type ChangeMembersOptions = {
  /** A node that was silent for so long no longer counts. */
  readonly maxSilenceMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** More nodes than anybody runs; a stranger on the bus cannot fill the memory with invented ones. */
const maxMembers = 1_000;

export function createChangeMembers({ maxSilenceMs, monotonicMs }: ChangeMembersOptions): ChangeMembers {
  const heardAtMs = new Map<string, number>();
  const forgetSilent = (): void => {
    const oldestMs = monotonicMs() - maxSilenceMs;
    for (const [name, atMs] of heardAtMs) if (atMs <= oldestMs) heardAtMs.delete(name);
  };
  return {
    hear(name) {
      if (heardAtMs.size >= maxMembers && !heardAtMs.has(name)) {
        forgetSilent();
        if (heardAtMs.size >= maxMembers) return;
      }
      heardAtMs.set(name, monotonicMs());
    },
    leave: (name) => void heardAtMs.delete(name),
    live() {
      forgetSilent();
      return [...heardAtMs.keys()];
    },
  };
}
