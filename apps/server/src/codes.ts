import { randomBytes } from "node:crypto";
import { codeStrategies, skipReserved, type CodeStrategy, type CodeStrategyName } from "@narrows/codes";
import { isReserved, type LinkStore } from "@narrows/links";

/** Makes the chosen strategy out of what it needs; reserved words are passed over. */
export function createCodes(
  name: CodeStrategyName,
  secret: string,
  store: Pick<LinkStore, "nextNumber">,
): CodeStrategy {
  const strategy = codeStrategies[name]({ secret, randomBytes, nextNumber: () => store.nextNumber() });
  return skipReserved(strategy, isReserved);
}
