/** One check of the repository: a command that ends with 0 when all is well. */
export type Step = {
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** True: it is a part of the test suite, so `npm test` does not run it a second time. */
  readonly isTest?: boolean;
};

/** All checks, in the order in which they run: the quick ones first. */
export const steps: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint"] },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "dead code", command: ["knip", "--no-progress", "--treat-config-hints-as-errors"] },
  { name: "architecture", command: ["vitest", "run", "tests/architecture"], isTest: true },
  { name: "docs", command: ["vitest", "run", "tests/docs"], isTest: true },
];
