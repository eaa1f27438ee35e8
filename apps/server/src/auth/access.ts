import type { KeyScope, Requester } from "@narrows/links";

/** What a route asks of whoever calls it. `anonymous-create`: `links:write`, or nobody where that is allowed. */
export type AccessRule = "public" | "anonymous-create" | KeyScope;

/** Who calls, and what they may do. */
export type Access = {
  readonly requester: Requester;
  readonly scopes: readonly KeyScope[];
  /** For the log; undefined for an anonymous user. */
  readonly keyId: string | undefined;
};

/** Tells whether a caller may use what needs `scope`. `admin` includes every other scope. */
export function hasScope({ scopes }: Access, scope: KeyScope): boolean {
  return scopes.includes(scope) || scopes.includes("admin");
}
