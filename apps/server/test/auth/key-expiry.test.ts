import { createHash } from "node:crypto";
import type { ApiKey } from "@narrows/links";
import { describe, expect, it } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticator.ts";

const expiresAt = Date.parse("2030-01-01T00:00:00Z");
const key: ApiKey = {
  id: "0b9f6d1e-5a53-4d7b-9c62-3c3e0f3f2c11",
  ownerId: "0b9f6d1e-5a53-4d7b-9c62-3c3e0f3f2c12",
  name: "test",
  scopes: ["links:read"],
  domain: null,
  createdAt: 0,
  expiresAt,
  revokedAt: null,
};
const hash = createHash("sha256").update("nrw_key").digest();

function authenticateAt(now: number) {
  const keys = { findByHash: async (sought: Uint8Array) => (hash.equals(sought) ? key : undefined) };
  return createAuthenticator({ keys, adminKey: "nrw_another-key", now: () => now })("Bearer nrw_key");
}

describe("a key with an end", () => {
  it("is good until the millisecond before it, and no longer at it", async () => {
    expect(await authenticateAt(expiresAt - 1)).toMatchObject({ keyId: key.id });
    await expect(authenticateAt(expiresAt)).rejects.toMatchObject({ code: "KEY_INVALID" });
  });
});
