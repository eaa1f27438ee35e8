import { parseList } from "structured-headers";
import { onTestFinished } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { OnFailure } from "../../src/failure/on-failure.ts";
import type { Limiter, SyncLimiter } from "../../src/limiter.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import type { AdapterUnderTest, App, Call, Limit, Reply } from "./adapter-under-test.ts";

export const nowMicros = 1_800_000_000_000_000;

/** Three requests a minute, in time that stands still. */
export function three(name = "default", limit = 3): SyncLimiter {
  return createLimiter({
    policy: { name, algorithm: "fixed-window", limit, windowMs: 60_000 },
    store: memoryStore({ clock: () => nowMicros }),
  });
}

/** A limiter whose store never answers. */
export function failing(onFailure: OnFailure): Limiter {
  const store = memoryStore();
  const fail = () => Promise.reject(new StoreFailure("STORE_UNREACHABLE", "It is down."));
  return createLimiter({
    policy: { name: "default", algorithm: "fixed-window", limit: 3, windowMs: 60_000 },
    store: {
      traits: { ...store.traits, onFailure },
      charge: fail,
      peek: fail,
      refund: fail,
      penalize: fail,
      block: fail,
      reset: fail,
      close: () => store.close(),
    },
  });
}

/** Members of a list by their names, as the independent parser reads them. */
export function members(field: string | null): Record<string, unknown> {
  return Object.fromEntries(
    parseList(field ?? "").map(([name, parameters]) => [String(name), Object.fromEntries(parameters)]),
  );
}

/** What the parts of the suite share. */
export type SuiteContext = {
  readonly adapter: AdapterUnderTest;
  /** What reached the handlers in this test. */
  readonly calls: Call[];
  /** Codes of the warnings in this test. */
  readonly warnings: string[];
  /** Starts an application for this test; the function sends requests to it. */
  readonly start: (limits: readonly Limit[], handler?: App["handler"]) => Promise<Send>;
  /** The same with one limiter. */
  readonly startOne: (limit: Limit, handler?: App["handler"]) => Promise<Send>;
};

type Send = { readonly url: string } & ((path?: string, init?: RequestInit) => Promise<Response>);

/** What the handler answers unless a test says otherwise. */
export const ok: Reply = { status: 200, body: "hello" };

export function createContext(adapter: AdapterUnderTest): SuiteContext {
  const calls: Call[] = [];
  const warnings: string[] = [];
  const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
  const start: SuiteContext["start"] = async (limits, handler = () => ok) => {
    const app = await adapter.start({
      limits: limits.map(({ limiter, options }) => ({
        limiter,
        options: { onWarning, onError: () => {}, ...options },
      })),
      handler: (call) => {
        calls.push(call);
        return handler(call);
      },
    });
    onTestFinished(app.close);
    const { url } = app;
    return Object.assign((path = "/", init: RequestInit = {}) => fetch(url + path, init), { url });
  };
  return { adapter, calls, warnings, start, startOne: async (limit, handler) => start([limit], handler) };
}

/** What a client has left; by default, who sends requests from this machine. */
export async function left(limiter: Limiter, client = "ip:127.0.0.1"): Promise<number> {
  return (await limiter.peek({ client })).remaining;
}
