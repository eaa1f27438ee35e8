import type { OutboxState } from "./outbox-options.ts";

/** Where clicks go at present. */
export interface OutboxSwitch {
  readonly state: OutboxState;
  toOutbox(): void;
  toSpool(reason: string): void;
}

/** Until PostgreSQL has shown that it takes something over, nobody waits for it. */
export function createOutboxSwitch(onState: (state: OutboxState) => void = () => undefined): OutboxSwitch {
  let state: OutboxState = { kind: "spool", reason: "PostgreSQL was not reached yet." };
  const set = (next: OutboxState) => {
    const isNew = next.kind !== state.kind;
    state = next;
    if (isNew) onState(next);
  };
  return {
    get state() {
      return state;
    },
    toOutbox: () => set({ kind: "outbox" }),
    toSpool: (reason) => set({ kind: "spool", reason }),
  };
}
