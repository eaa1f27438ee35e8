import { existsSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { shareTestServer, type TestServer } from "./running-server.ts";

describe("a server that a block shares", () => {
  let left: TestServer | undefined;

  // Hooks of the inner block come first, whatever the order of the tests.
  afterAll(async () => {
    if (left === undefined) return;
    if (existsSync(left.dataDir)) throw new Error(`${left.dataDir} was not removed.`);
    const answer = await left.send("/healthz").catch(() => undefined);
    if (answer !== undefined) throw new Error("The server was not stopped.");
  });

  describe("during its tests", () => {
    const shared = shareTestServer();

    it("answers, and nothing of it is left afterwards", async () => {
      left = shared();
      expect((await left.send("/healthz")).status).toBe(200);
    });
  });
});
