import type { Policy } from "../policy.ts";
import type { Charge, ScopeKey, Store, Verdict, Verdicts } from "../store.ts";
import { demand } from "./demand.ts";

/** A store without any counters, for one test. */
export type OpenStore = {
  readonly store: Store;
  /** Moves the store's clock, which nothing else moves; less than 0: back. Without it the tests wait in real time. */
  advance?(micros: number): void | Promise<void>;
  /** Frees what the test took. The store itself is closed before. */
  close?(): Promise<void>;
};

/** @param startMicros Where the store's clock begins, if it can be moved. */
export type OpenForTest = (startMicros: number) => OpenStore | Promise<OpenStore>;

/** A store, and what it is said to be. */
export type StoreSubject = {
  readonly open: OpenForTest;
  /** Whether it is a `SyncStore`. */
  readonly isSync: boolean;
  /** Whether it is opened with `advance`. */
  readonly isClockMoved: boolean;
  /** The largest limit of a sliding-window-log that it has room for. */
  readonly maxLogLimit: number;
};

/** In the year 2040, and no multiple of any window. */
export const startMicros = 2_222_222_222_222_222;

/** A store with words for tests around it. */
export type StoreUnderTest = {
  readonly store: Store;
  /** Whether its clock can be moved. */
  readonly canMove: boolean;
  /** Lets time pass; at least so much. */
  pass(ms: number): Promise<void>;
  charge(...charges: readonly Charge[]): Promise<Verdicts>;
  /** One counter, alone. */
  take(policy: Policy, key: ScopeKey, cost?: number): Promise<Verdict>;
  peek(policy: Policy, key: ScopeKey, cost?: number): Promise<Verdict>;
};

/** Opens a store for the time of one test. */
export async function withStore({ open }: StoreSubject, test: (under: StoreUnderTest) => Promise<void>): Promise<void> {
  const opened = await open(startMicros);
  try {
    await test(storeUnderTest(opened));
  } finally {
    await opened.store.close();
    await opened.close?.();
  }
}

export function charge(policy: Policy, key: ScopeKey, cost = 1): Charge {
  return { policy, key, cost };
}

function storeUnderTest({ store, advance }: OpenStore): StoreUnderTest {
  return {
    store,
    canMove: advance !== undefined,
    async pass(ms) {
      if (advance !== undefined) await advance(ms * 1000);
      else if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms + 2));
    },
    charge: (...charges) => store.charge(charges),
    take: async (policy, key, cost) => only(await store.charge([charge(policy, key, cost)])),
    peek: async (policy, key, cost) => only(await store.peek([charge(policy, key, cost)])),
  };
}

function only({ verdicts }: Verdicts): Verdict {
  const [verdict, ...others] = verdicts;
  demand(verdict !== undefined && others.length === 0, `one charge has one verdict, not ${verdicts.length}`);
  return verdict;
}
