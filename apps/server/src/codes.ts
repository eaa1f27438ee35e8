import { codeStrategies, skipReserved, type CodeStrategy, type CodeStrategyName } from "@narrows/codes";
import { isReserved, type LinkStore } from "@narrows/links";
import type { CodeLease } from "./code-lease.ts";
import { createRandomPool } from "./random-pool.ts";

export type CodesOptions = {
  readonly name: CodeStrategyName;
  readonly secret: string;
  readonly store: Pick<LinkStore, "nextNumber">;
  /** Only the strategies of snowflakes have one, and only they ask for ids. */
  readonly lease: Pick<CodeLease, "ids"> | undefined;
};

/** Makes the chosen strategy out of what it needs; reserved words are passed over. */
export function createCodes({ name, secret, store, lease }: CodesOptions): CodeStrategy {
  const strategy = codeStrategies[name]({
    secret,
    randomBytes: createRandomPool(),
    nextNumber: () => store.nextNumber(),
    nextId: () => lease?.ids.next() ?? Promise.reject(new Error("There is no lease for this strategy.")),
  });
  return skipReserved(strategy, isReserved);
}
