import { LimiterError } from "./errors.ts";
import type { Scope, ScopeParts } from "./scope.ts";
import type { ScopeKey } from "./store.ts";

/**
 * The parts of a scope, by name.
 *
 * @throws {LimiterError} `SCOPE_INVALID` when it is neither a string nor an object.
 */
export function scopeParts(scope: Scope): ScopeParts {
  if (typeof scope === "string") return { client: scope };
  if (typeof scope === "object" && scope !== null) return scope;
  throw new LimiterError("SCOPE_INVALID", `The scope is ${kindOf(scope)}.`);
}

/**
 * What a policy counts: its parts of the scope, in its order. A missing part is "", a part it does not name is ignored.
 *
 * @throws {LimiterError} `SCOPE_INVALID` when a part is no string: 1 and "1" must not become one counter by accident.
 */
export function scopeKey(by: readonly string[], parts: ScopeParts): ScopeKey {
  return by.map((name) => {
    const value: unknown = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (value === undefined) return "";
    if (typeof value === "string") return value;
    throw new LimiterError("SCOPE_INVALID", `The scope's part "${name}" is ${kindOf(value)}.`);
  });
}

function kindOf(value: unknown): string {
  return value === null ? "null" : `of type ${typeof value}`;
}
