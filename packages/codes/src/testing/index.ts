export { describeCodeStrategy, type CodeStrategySubject } from "./code-strategy-suite.ts";
