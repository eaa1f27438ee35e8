export { base62Alphabet, encodeBase62, parseBase62 } from "./base62.ts";
export { codeStrategies, type CodeStrategyName, type CodeStrategyOptions } from "./code-strategies.ts";
export type { CodeRequest, CodeStrategy } from "./code-strategy.ts";
export { CodesError, codesErrors, type CodesErrorCode } from "./errors.ts";
export type { RandomSource } from "./random-source.ts";
export { skipReserved } from "./skip-reserved.ts";
