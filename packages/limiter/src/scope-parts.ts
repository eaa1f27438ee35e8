import { calling } from "./calling.ts";
import { LimiterError } from "./errors.ts";
import type { Policy } from "./policy.ts";
import type { Scope, ScopeParts } from "./scope.ts";
import type { ScopeKey } from "./store.ts";

/** @throws {LimiterError} `SCOPE_INVALID` when it is neither a string nor an object. */
export function checkScope(scope: Scope): Scope {
  if (typeof scope === "string" || (typeof scope === "object" && scope !== null)) return scope;
  throw new LimiterError("SCOPE_INVALID", `The scope is ${kindOf(scope)}.`);
}

/** The parts of a scope, by name. */
export function partsOf(scope: Scope): ScopeParts {
  return typeof scope === "string" ? { client: scope } : scope;
}

/**
 * What a policy counts: its parts of the scope, in its order. A missing part is "", a part it does not name is ignored.
 *
 * @throws {LimiterError} `SCOPE_INVALID` when a part is no string: 1 and "1" must not become one counter by accident; nor
 * must all who have none of the parts.
 */
export function scopeKey({ name, by }: Policy, scope: Scope): ScopeKey {
  // A proxy, or a getter, may throw.
  const key = calling("scope", () => by.map((part) => textOf(part, scope)), "SCOPE_INVALID");
  if (by.length > 0 && key.every((text) => text === "")) {
    const what = `The scope has no part that "${name}" counts by: ${by.join(", ")}.`;
    throw new LimiterError("SCOPE_INVALID", what);
  }
  return key;
}

/** A string is not made an object first, which takes as long as the rest. */
function textOf(part: string, scope: Scope): string {
  if (typeof scope === "string") return part === "client" ? scope : "";
  const value: unknown = Object.hasOwn(scope, part) ? scope[part] : undefined;
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  throw new LimiterError("SCOPE_INVALID", `The scope's part "${part}" is ${kindOf(value)}.`);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : `of type ${typeof value}`;
}
