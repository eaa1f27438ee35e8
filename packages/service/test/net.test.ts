import { describe, expect, test } from "vitest";
import { isLoopbackHost } from "../src/index.ts";

describe("isLoopbackHost", () => {
  test.each([
    "localhost",
    "LOCALHOST:8787",
    "localhost.",
    "app.localhost",
    "127.0.0.1",
    "127.1.2.3:80",
    "::1",
    "[::1]",
    "[::1]:8787",
    "::ffff:127.0.0.1",
  ])("says yes to %s", (host) => expect(isLoopbackHost(host)).toBe(true));

  test.each([
    "",
    "localhost.example.com",
    "notlocalhost",
    "127.0.0.1.nip.io",
    "0.0.0.0",
    "::",
    "10.0.0.1",
    "128.0.0.1",
    "localhost:x",
  ])("says no to %j", (host) => expect(isLoopbackHost(host)).toBe(false));
});
