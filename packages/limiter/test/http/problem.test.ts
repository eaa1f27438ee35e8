import { describe, expect, it } from "vitest";
import { refusalAnswer, retryAfterSeconds } from "../../src/http/index.ts";
import { decision, verdict } from "./decision.ts";

describe("Retry-After", () => {
  it.each([
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
    [86_400_000, 86_400],
    [1e30, 999_999_999_999_999],
  ])("rounds %d ms up to %d s", (milliseconds, seconds) => {
    expect(retryAfterSeconds(milliseconds)).toBe(seconds);
  });

  it("is nothing when no wait would help", () => {
    expect(retryAfterSeconds(null)).toBeNull();
  });
});

describe("a refusal", () => {
  const second = verdict({ policy: "second", allowed: false, remaining: 0, retryAfterMs: 400 });
  const day = verdict({ policy: "day", allowed: false, remaining: 0, retryAfterMs: 29_001 });

  it("names the violated policies and the wait, and is not to be stored", () => {
    const { status, headers, body } = refusalAnswer(decision([second, verdict({ policy: "minute" }), day]));
    expect(status).toBe(429);
    expect(Object.fromEntries(headers)).toEqual({
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "Retry-After": "30",
    });
    expect(JSON.parse(body)).toEqual({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Request cannot be satisfied as assigned quota has been exceeded",
      status: 429,
      detail: "Repeat the request in 30 s.",
      "violated-policies": ["second", "day"],
      retry_after: 30,
    });
  });

  it("names no wait when none would help", () => {
    const never = verdict({ allowed: false, limit: 0, retryAfterMs: null });
    const { status, headers, body } = refusalAnswer(decision([never]));
    expect(status).toBe(429);
    expect(Object.fromEntries(headers)).not.toHaveProperty("Retry-After");
    expect(JSON.parse(body)).not.toHaveProperty("retry_after");
  });

  it("is 503 with a type of its own when the limiter could not tell", () => {
    const failed = decision([second], { degraded: true, failure: "STORE_UNREACHABLE", violated: [] });
    const { status, headers, body } = refusalAnswer(failed);
    expect(status).toBe(503);
    expect(Object.fromEntries(headers)).toMatchObject({ "Retry-After": "1", "Cache-Control": "no-store" });
    expect(JSON.parse(body)).toMatchObject({ type: "urn:narrows:limiter-unavailable", status: 503, retry_after: 1 });
    expect(body).not.toContain("violated-policies");
  });

  it("is 429 when the memory fallback counted", () => {
    expect(refusalAnswer(decision([second], { degraded: true, failure: "STORE_DEADLINE" })).status).toBe(429);
  });
});
