import type { TestModule } from "vitest/node";

/** What `npm test` counts. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number };

/**
 * Counts the tests of a run.
 *
 * What failed outside a test (a file that does not load, a hook, an error that nobody caught) counts as one failure
 * each, and a test that never ended counts as failed: a run that was cut short must not look smaller but green.
 */
export function countTests(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): Count {
  let passed = 0;
  let failed = unhandledErrors.length;
  let skipped = 0;
  for (const module of modules) {
    failed += errorsOutsideTests(module);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed += 1;
      else if (state === "skipped") skipped += 1;
      else failed += 1;
    }
  }
  return { passed, failed, skipped };
}

/** The closing line of a run. */
export function countLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A run is good when nothing failed and something ran. */
export function isGood({ passed, failed }: Count): boolean {
  return failed === 0 && passed > 0;
}

function errorsOutsideTests(module: TestModule): number {
  const suites = [module, ...module.children.allSuites()];
  return suites.filter((suite) => suite.errors().length > 0).length;
}
