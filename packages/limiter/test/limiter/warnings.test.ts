import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import { httpWarnings } from "../../src/http/http-warnings.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import {
  forgetWarnings,
  limiterWarnings,
  warnOnce,
  type LimiterWarning,
  type LimiterWarningCode,
} from "../../src/warnings.ts";
import { watchRejections } from "../watch-rejections.ts";
import { laterStore } from "./stand-in-store.ts";

const policy: PolicyOptions = { name: "p", algorithm: "fixed-window", limit: 5, windowMs: 1_000 };
const heard: LimiterWarningCode[] = [];
const onWarning = ({ code }: { code: LimiterWarningCode }) => void heard.push(code);

beforeEach(() => {
  forgetWarnings();
  heard.length = 0;
});

describe("a warning", () => {
  test("is given once in a process, with its sentence and where it is explained", () => {
    const given: unknown[] = [];
    for (let time = 0; time < 3; time += 1) warnOnce("SHADOW_ONLY", (warning) => given.push(warning));
    expect(given).toEqual([
      {
        code: "SHADOW_ONLY",
        message: limiterWarnings.SHADOW_ONLY,
        link: "node_modules/@narrows/limiter/docs/guide/limiter-warnings.md#shadow_only",
      },
    ]);
  });

  test("goes to the process where nobody else listens", () => {
    const emit = vi.spyOn(process, "emitWarning").mockReturnValue();
    warnOnce("SHADOW_ONLY");
    warnOnce("SHADOW_ONLY");
    expect(emit.mock.calls).toEqual([
      [
        limiterWarnings.SHADOW_ONLY,
        { type: "LimiterWarning", code: "SHADOW_ONLY", detail: expect.stringContaining("#shadow_only") },
      ],
    ]);
    emit.mockRestore();
  });

  test.each([
    () => {
      throw new Error("no");
    },
    async () => Promise.reject(new Error("no")),
  ])("cannot stop who causes it", async (fail: () => void) => {
    const rejections = watchRejections();
    createLimiter({ policy: { ...policy, shadow: true }, store: memoryStore(), onWarning: fail });
    expect(await rejections()).toEqual([]);
  });

  test.each(["limiter-warnings.md", "limiter-warnings.ko.md"])("has its heading in docs/guide/%s", (name) => {
    const page = readFileSync(join(import.meta.dirname, "../../../../docs/guide", name), "utf8");
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(Object.keys({ ...limiterWarnings, ...httpWarnings }).toSorted());
  });
});

describe("SHADOW_ONLY", () => {
  test("is given when every policy is in shadow, and not when one is in force", () => {
    createLimiter({ policies: [policy, { ...policy, name: "q", shadow: true }], store: memoryStore(), onWarning });
    expect(heard).toEqual([]);
    createLimiter({ policy: { ...policy, shadow: true }, store: memoryStore(), onWarning });
    expect(heard).toEqual(["SHADOW_ONLY"]);
  });
});

describe("a store that fails", () => {
  const failing = (first: Error, ...later: readonly Error[]) => {
    const reasons = [first, ...later].values();
    let reason = first;
    const charge = async () => {
      reason = reasons.next().value ?? reason;
      return Promise.reject(reason);
    };
    return laterStore({ charge, traits: { onFailure: "open" } });
  };
  const noPermission = new StoreFailure("STORE_REFUSED", "Redis: NOPERM No permissions to access a key");
  const late = new StoreFailure("STORE_DEADLINE", "The store did not answer within 20 ms.");

  test.each<[LimiterWarningCode, StoreFailure]>([
    ["STORE_FAILED", late],
    ["STORE_REFUSED", noPermission],
  ])("is warned of as %s, once, with its cause", async (code, failure) => {
    const warnings: LimiterWarning[] = [];
    const { check } = createLimiter({ policy, store: failing(failure), onWarning: (one) => warnings.push(one) });
    for (let request = 0; request < 3; request += 1) expect((await check("a")).allowed).toBe(true);
    expect(warnings).toMatchObject([
      { code, message: `${limiterWarnings[code as "STORE_FAILED"]} ${failure.message}` },
    ]);
  });

  test("is warned of again when it refuses after it could not be reached: that may never heal", async () => {
    const { check } = createLimiter({ policy, store: failing(late, noPermission), onWarning });
    for (let request = 0; request < 3; request += 1) await check("a");
    expect(heard).toEqual(["STORE_FAILED", "STORE_REFUSED"]);
  });

  test.each([
    [new RangeError("Index out of bounds"), "The store failed: Index out of bounds"],
    [Object.create(null) as Error, "The store failed: an object"],
  ])("is warned of with what it said, also when it says it as it should not (%#)", async (reason, text) => {
    const warnings: LimiterWarning[] = [];
    const store = failing(reason);
    await createLimiter({ policy, store, onWarning: (one) => warnings.push(one) }).check("a");
    expect(warnings[0]?.message).toBe(`${limiterWarnings.STORE_REFUSED} ${text}`);
  });

  test("is not warned of where an observer hears of it", async () => {
    const failures: string[] = [];
    const observer = { onFailure: ({ code }: StoreFailure) => void failures.push(code) };
    await createLimiter({ policy, store: failing(late), observer, onWarning }).check("a");
    await createLimiter({ policy, store: failing(noPermission), observer, onWarning }).check("a");
    expect([failures, heard]).toEqual([["STORE_DEADLINE", "STORE_REFUSED"], []]);
  });

  test("is not warned of as if `onFailure` answered where whoever asked is told", async () => {
    const fail = async () => Promise.reject(late);
    const acting = laterStore({
      refund: fail,
      penalize: fail,
      block: fail,
      reset: fail,
      traits: { onFailure: "open" },
    });
    const { check, refund, penalize, block, reset } = createLimiter({ policy, store: acting, onWarning });
    const decision = await check("a");
    for (const act of [refund("a", decision), penalize("a", 1), block("a", 1), reset("a")])
      await expect(act).rejects.toBe(late);
    expect(heard).toEqual([]);
    await createLimiter({ policy, store: failing(late), onWarning }).check("a");
    expect(heard, "and the next one still is").toEqual(["STORE_FAILED"]);
  });

  test("tells an observer of what could not be done", async () => {
    const failures: string[] = [];
    const observer = { onFailure: ({ code }: StoreFailure) => void failures.push(code) };
    const store = laterStore({ reset: async () => Promise.reject(late) });
    await expect(createLimiter({ policy, store, observer }).reset("a")).rejects.toBe(late);
    expect(failures).toEqual(["STORE_DEADLINE"]);
  });

  test("is not one that cannot fail, and was closed", async () => {
    const { check, checkNow, close } = createLimiter({ policy, store: memoryStore(), onWarning });
    await close();
    expect([await check("a"), checkNow("a")]).toMatchObject([
      { allowed: false, failure: "STORE_CLOSED" },
      { allowed: false, failure: "STORE_CLOSED" },
    ]);
    expect(heard).toEqual([]);
    await createLimiter({ policy, store: failing(late), onWarning }).check("a");
    expect(heard, "and the next one still is").toEqual(["STORE_FAILED"]);
  });
});

describe("LIMITER_PER_REQUEST", () => {
  const make = (count: number, store: () => Parameters<typeof createLimiter>[0]["store"], name: string) => {
    for (let made = 0; made < count; made += 1)
      createLimiter({ policy: { ...policy, name }, store: store(), onWarning });
  };

  test("is given when more than a hundred memories are made for one policy within a minute", () => {
    make(100, () => memoryStore(), "hundred");
    expect(heard).toEqual([]);
    make(1, () => memoryStore(), "hundred");
    expect(heard).toEqual(["LIMITER_PER_REQUEST"]);
  });

  test("is not given for many limiters of one memory, of a store elsewhere, or of different policies", () => {
    const store = memoryStore();
    make(150, () => store, "shared");
    make(150, () => laterStore(), "later");
    for (let made = 0; made < 150; made += 1) make(1, () => memoryStore(), `policy ${made}`);
    expect(heard).toEqual([]);
  });

  test("is not given when they are made slowly", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let minute = 0; minute < 4; minute += 1) {
      make(40, () => memoryStore(), "slow");
      vi.setSystemTime(Date.now() + 61_000);
    }
    vi.useRealTimers();
    expect(heard).toEqual([]);
  });
});

describe("POLICY_FUNCTION_UNCACHED", () => {
  const ask = (policyOf: () => PolicyOptions) => {
    const { allow } = createLimiter({ policy: policyOf, store: memoryStore(), onWarning });
    for (let request = 0; request < 1_500; request += 1) allow("a");
  };

  test("is given when a thousand new objects were returned in a row", () => {
    ask(() => ({ ...policy }));
    expect(heard).toEqual(["POLICY_FUNCTION_UNCACHED"]);
  });

  test("is not given when the same objects come again", () => {
    const plans = [policy, { ...policy, limit: 6 } as PolicyOptions];
    ask(() => plans[Math.floor(Math.random() * 2)] ?? policy);
    expect(heard).toEqual([]);
  });
});

describe("MEMORY_IN_CLUSTER", () => {
  const warningsOf = async (kind: "cluster" | "fork"): Promise<unknown> => {
    const child = fork(join(import.meta.dirname, "fixtures/cluster-worker.ts"), [kind]);
    const [message] = (await once(child, "message")) as [unknown];
    const hasExited = once(child, "exit");
    child.kill();
    await hasExited;
    return message;
  };

  test("is given in a worker of a node:cluster whose store counts in one process", async () => {
    expect(await warningsOf("cluster")).toEqual(["MEMORY_IN_CLUSTER"]);
  });

  test("is not given in another process's child", async () => {
    expect(await warningsOf("fork")).toEqual([]);
  });
});
