import type { IncomingMessage } from "node:http";
import type { KeyScope } from "@narrows/links";
import { ApiError } from "../problems/index.ts";
import { hasScope, type Access, type AccessRule } from "./access.ts";

export type GateOptions = {
  readonly authenticate: (authorization: string | undefined) => Promise<Access | undefined>;
  readonly mayCreateAnonymously: (headers: IncomingMessage["headers"]) => boolean;
  readonly anonymousAccess: (address: string) => Access;
  readonly addressOf: (request: IncomingMessage) => string;
};

/**
 * Lets a request in or refuses it, by its headers alone: nobody's body is read before.
 *
 * The access that comes back from a `public` rule is undefined when no key was sent.
 */
export interface Gate {
  /** @throws {ApiError} `KEY_MISSING`, `KEY_INVALID`, `SCOPE_MISSING` */
  admit(request: IncomingMessage, rule: AccessRule): Promise<Access | undefined>;
}

/** Puts the rules of access together. */
export function createGate(options: GateOptions): Gate {
  return {
    async admit(request, rule) {
      const access = await options.authenticate(request.headers.authorization);
      if (rule === "public") return access;
      if (access !== undefined) return requireScope(access, rule === "anonymous-create" ? "links:write" : rule);
      if (rule === "anonymous-create" && options.mayCreateAnonymously(request.headers)) {
        return options.anonymousAccess(options.addressOf(request));
      }
      throw new ApiError("KEY_MISSING", { headers: { "www-authenticate": 'Bearer realm="narrows"' } });
    },
  };
}

function requireScope(access: Access, scope: KeyScope): Access {
  if (hasScope(access, scope)) return access;
  const challenge = `Bearer realm="narrows", error="insufficient_scope", scope="${scope}"`;
  throw new ApiError("SCOPE_MISSING", {
    headers: { "www-authenticate": challenge },
    mend: { en: `Use a key with the scope ${scope}.`, ko: `${scope} 권한 범위가 있는 키를 쓰세요.` },
  });
}
