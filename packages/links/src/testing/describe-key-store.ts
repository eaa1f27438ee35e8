import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ApiKey } from "../key-store.ts";
import { noon, uniqueName } from "./sample-link.ts";
import type { StoreDriver } from "./store-driver.ts";
import { useStores } from "./use-stores.ts";

/** Declares the tests that every driver of `KeyStore` must pass. */
export function describeKeyStore(driver: StoreDriver): void {
  describe(`the ${driver.name} key store`, () => {
    const stores = useStores(driver);

    it("finds a key by the hash of its secret, with every field", async () => {
      const key = sampleKey({ domain: "sho.example", expiresAt: noon + 5, name: "키 😀", scopes: ["admin"] });
      await stores.first.keys.create(key, hashOf(key.id));
      expect(await stores.first.keys.findByHash(hashOf(key.id))).toEqual(key);
      expect(await stores.second.keys.findByHash(hashOf(key.id))).toEqual(key);
      expect(await stores.first.keys.findByHash(hashOf("another secret"))).toBeUndefined();
    });

    it("tells the default domain from every domain", async () => {
      const [every, none] = [sampleKey({ domain: null }), sampleKey({ domain: "" })];
      for (const key of [every, none]) await stores.first.keys.create(key, hashOf(key.id));
      expect((await stores.first.keys.findByHash(hashOf(every.id)))?.domain).toBeNull();
      expect((await stores.first.keys.findByHash(hashOf(none.id)))?.domain).toBe("");
    });

    it("refuses a second key with the same id or the same secret", async () => {
      const key = sampleKey();
      await stores.first.keys.create(key, hashOf(key.id));
      await expect(stores.first.keys.create(key, hashOf("other"))).rejects.toThrow(Error);
      await expect(stores.first.keys.create(sampleKey(), hashOf(key.id))).rejects.toThrow(Error);
      expect(await stores.first.keys.findByHash(hashOf("other"))).toBeUndefined();
    });

    it("revokes a key once and finds it still, as revoked", async () => {
      const key = sampleKey();
      await stores.first.keys.create(key, hashOf(key.id));
      expect(await stores.first.keys.revoke(key.id, noon + 1)).toBe(true);
      expect(await stores.second.keys.revoke(key.id, noon + 2)).toBe(false);
      expect(await stores.first.keys.revoke("no such key", noon)).toBe(false);
      expect(await stores.first.keys.findByHash(hashOf(key.id))).toEqual({ ...key, revokedAt: noon + 1 });
    });

    it("lists keys from the oldest on, revoked ones included", async () => {
      const ownerId = uniqueName();
      const keys = [3, 1, 2].map((step) => sampleKey({ ownerId, createdAt: noon + step }));
      for (const key of keys) await stores.first.keys.create(key, hashOf(key.id));
      await stores.first.keys.revoke(keys[1]?.id ?? "", noon + 9);
      const listed = (await stores.second.keys.list()).filter((key) => key.ownerId === ownerId);
      expect(listed).toEqual([{ ...keys[1], revokedAt: noon + 9 }, keys[2], keys[0]]);
    });
  });
}

function sampleKey(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: uniqueName(),
    ownerId: uniqueName(),
    name: "a key",
    scopes: ["links:write", "links:read"],
    domain: null,
    createdAt: noon,
    expiresAt: null,
    revokedAt: null,
    ...fields,
  };
}

function hashOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
