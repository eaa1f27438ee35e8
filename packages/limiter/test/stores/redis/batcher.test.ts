import { expect, test } from "vitest";
import { createLimiter } from "../../../src/create-limiter.ts";
import type { PolicyOptions } from "../../../src/policy-options.ts";
import { redisStore } from "../../../src/stores/redis/index.ts";

test.each([1, 20, 70])(
  "128 who ask %d policies in one turn send no more keys at a time than Lua can hold",
  async (count) => {
    const sent: number[] = [];
    const send = (_: string, keys: readonly string[]): Promise<never> => {
      sent.push(keys.length);
      return Promise.reject(new Error("down"));
    };
    const policies = Array.from({ length: count }, (_, i): PolicyOptions => {
      return { name: `p${i}`, algorithm: "fixed-window", limit: 5, windowMs: 1_000 };
    });
    const store = redisStore({ evalsha: send, eval: send }, { onFailure: "open" });
    const { check } = createLimiter({ policies, store });
    await Promise.all(Array.from({ length: 128 }, (_, i) => check(`client ${i}`)));
    expect(sent.reduce((sum, keys) => sum + keys, 0)).toBe(128 * count);
    expect(Math.max(...sent)).toBeLessThan(2_000 + count);
    expect(sent.length).toBe(Math.ceil((128 * count) / (Math.ceil(2_000 / count) * count)));
  },
);
