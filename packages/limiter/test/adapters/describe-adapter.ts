import { afterEach, beforeEach, describe } from "vitest";
import { forgetWarnings } from "../../src/warnings.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";
import { describeDecisions } from "./describe-decisions.ts";
import { describeNesting } from "./describe-nesting.ts";
import { describeRefunds } from "./describe-refunds.ts";
import { describeScopes } from "./describe-scopes.ts";
import { createContext } from "./suite-context.ts";

/** What an adapter must do, whatever the framework. */
export function describeAdapter(adapter: AdapterUnderTest): void {
  const context = createContext(adapter);
  beforeEach(forgetWarnings);
  afterEach(() => {
    context.calls.length = 0;
    context.warnings.length = 0;
  });
  describe(`the adapter for ${adapter.name}`, () => {
    describeDecisions(context);
    describeScopes(context);
    describeRefunds(context);
    describeNesting(context);
  });
}
