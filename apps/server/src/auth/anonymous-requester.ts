import { createHmac } from "node:crypto";
import type { Access } from "./access.ts";

/**
 * Makes an anonymous user's access out of an address. The hash is keyed, so that nobody who reads the store can try
 * all addresses; the label keeps it apart from the secret's other use.
 */
export function createAnonymousAccess(secret: string): (address: string) => Access {
  return (address) => {
    const hash = createHmac("sha256", secret).update(`requester\0${address}`).digest("base64url");
    return {
      requester: { id: `anonymous:${hash}`, ownerId: null, isAdmin: false, domain: null },
      scopes: [],
      keyId: undefined,
    };
  };
}
