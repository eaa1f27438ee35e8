import { timingSafeEqual } from "node:crypto";
import { hashKeySecret, type ApiKey, type KeyStore } from "@narrows/links";
import { ApiError, type ProblemRow } from "../problems/index.ts";
import { bearerCharacters, maxBearerLength } from "../secret-kind.ts";
import type { Access } from "./access.ts";

export type AuthenticatorOptions = {
  readonly keys: Pick<KeyStore, "findByHash">;
  readonly adminKey: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** The administrator of ADMIN_KEY is an owner like any other, under an id that no key is ever given. */
const adminOwnerId = "00000000-0000-4000-8000-000000000000";

const admin: Access = {
  requester: { id: "admin", ownerId: adminOwnerId, isAdmin: true, domain: null },
  scopes: ["admin"],
  keyId: "admin",
};

/**
 * Finds out whose key an Authorization header carries; undefined when there is no header.
 *
 * The function throws `ApiError` `KEY_INVALID` for anything else than one live key.
 */
export function createAuthenticator(
  options: AuthenticatorOptions,
): (authorization: string | undefined) => Promise<Access | undefined> {
  const adminHash = hashKeySecret(options.adminKey);
  return async (authorization) => {
    if (authorization === undefined) return undefined;
    const secretHash = hashKeySecret(bearerToken(authorization));
    // Equal lengths, compared without telling by the time taken how much was right.
    if (timingSafeEqual(secretHash, adminHash)) return admin;
    const key = await options.keys.findByHash(secretHash);
    if (key === undefined || !isLive(key, options.now())) throw keyInvalid();
    return accessOf(key);
  };
}

const bearerForm = new RegExp(`^bearer +(${bearerCharacters}{1,${maxBearerLength}})$`, "i");

/** RFC 6750, 2.1. The scheme's case does not count (RFC 9110, 11.1). */
function bearerToken(authorization: string): string {
  const token = bearerForm.exec(authorization)?.[1];
  if (token === undefined) throw keyInvalid(formMend);
  return token;
}

function isLive(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

function accessOf(key: ApiKey): Access {
  const isAdmin = key.scopes.includes("admin");
  return {
    requester: { id: key.id, ownerId: key.ownerId, isAdmin, domain: key.domain },
    scopes: key.scopes,
    keyId: key.id,
  };
}

/** The key itself may be right where the word before it is missing. */
const formMend = {
  en: "Send Authorization: Bearer followed by your key and nothing else; what came has another form.",
  ko: "Authorization: Bearer 뒤에 키를 붙여 보내세요. 받은 헤더는 이 형식이 아닙니다.",
};

function keyInvalid(mend?: ProblemRow["mend"]): ApiError {
  return new ApiError("KEY_INVALID", {
    headers: { "www-authenticate": 'Bearer realm="narrows", error="invalid_token"' },
    ...(mend === undefined ? {} : { mend }),
  });
}
