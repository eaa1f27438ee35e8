import { existsSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { shareTestServer, type TestServer } from "./running-server.ts";

describe("a server that a block shares", () => {
  let left: TestServer | undefined;

  // Hooks of the inner block come first, whatever the order of the tests.
  afterAll(async () => {
    expect(existsSync(left?.dataDir ?? "/")).toBe(false);
    await expect(left?.send("/healthz")).rejects.toThrow("fetch failed");
  });

  describe("during its tests", () => {
    const shared = shareTestServer();

    it("answers, and nothing of it is left afterwards", async () => {
      left = shared();
      expect((await left.send("/healthz")).status).toBe(200);
    });
  });
});
