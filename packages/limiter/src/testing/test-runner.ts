/** What the suite needs of vitest, jest or node:test: give it theirs. */
export type TestRunner = {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
};
