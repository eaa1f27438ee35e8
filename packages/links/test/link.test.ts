import { describe, expect, it } from "vitest";
import { linkStateAt, type LinkTarget } from "../src/link.ts";

const target: LinkTarget = {
  destination: "https://a.example/",
  redirectStatus: 302,
  expiresAt: 1000,
  enabled: true,
  quarantined: false,
  deleted: false,
  maxClicks: null,
  version: 1,
};

describe("linkStateAt", () => {
  it("is active until its expiry, and expired from that instant on", () => {
    expect(linkStateAt(target, 999)).toBe("active");
    expect(linkStateAt(target, 1000)).toBe("expired");
    expect(linkStateAt({ ...target, expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe("active");
  });

  it("names the first reason in the order deleted, quarantined, disabled, expired", () => {
    const disabled = { ...target, enabled: false };
    const quarantined = { ...disabled, quarantined: true };
    const deleted = { ...quarantined, deleted: true };
    expect([disabled, quarantined, deleted].map((one) => linkStateAt(one, 2000))).toEqual([
      "disabled",
      "quarantined",
      "deleted",
    ]);
  });
});
