import { describe, expect, it } from "vitest";
import { waitText } from "../src/wait-text.ts";

describe("a wait in words", () => {
  it.each([
    [1, "1 second", "1초"],
    [10, "10 seconds", "10초"],
    [120, "120 seconds", "120초"],
    [121, "about 3 minutes", "약 3분"],
    [1_234, "about 21 minutes", "약 21분"],
    [7_200, "about 120 minutes", "약 120분"],
    [7_201, "about 3 hours", "약 3시간"],
    [172_800, "about 48 hours", "약 48시간"],
    [172_801, "about 3 days", "약 3일"],
    [8_640_000, "about 100 days", "약 100일"],
  ])("of %i seconds is never too short", (seconds, english, korean) => {
    expect([waitText(seconds, "en"), waitText(seconds, "ko")]).toEqual([english, korean]);
  });
});
