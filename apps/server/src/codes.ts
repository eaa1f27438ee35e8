import { codeStrategies, skipReserved, type CodeStrategy, type CodeStrategyName } from "@narrows/codes";
import { isReserved, type LinkStore } from "@narrows/links";
import { createRandomPool } from "./random-pool.ts";

/** Makes the chosen strategy out of what it needs; reserved words are passed over. */
export function createCodes(
  name: CodeStrategyName,
  secret: string,
  store: Pick<LinkStore, "nextNumber">,
): CodeStrategy {
  const randomBytes = createRandomPool();
  const strategy = codeStrategies[name]({ secret, randomBytes, nextNumber: () => store.nextNumber() });
  return skipReserved(strategy, isReserved);
}
