import { vi } from "vitest";
import {
  createDestinationPolicy,
  createLinks,
  createSafetyWorker,
  SafetyCheckError,
  type Link,
  type LinkEvent,
  type SafetyCheck,
  type SafetyWorker,
} from "../../src/index.ts";
import type { SafetyPace } from "../../src/safety/safety-worker.ts";
import type { SqliteDatabase } from "../../src/stores/sqlite/index.ts";
import { ann, start } from "../rules/set-up.ts";

/** Everything at once, so that a test waits for work and not for a pause. */
const quick: SafetyPace = {
  lingerMs: 1,
  stepMs: 1,
  idleMs: 2,
  settleMs: 15_000,
  retryMs: { first: 2, longest: 10 },
  ttlMs: 30_000,
};

/** A check that suspects what it is told to, and can be switched off. */
export function scriptedCheck(...suspects: string[]) {
  const state = { suspects: new Set(suspects), isDown: false, edition: "1", reason: "phishing" };
  const asked: string[] = [];
  const check: SafetyCheck = {
    name: "scripted",
    maxBatch: 100,
    async judge(destinations) {
      if (state.isDown) throw new SafetyCheckError("It is down.");
      asked.push(...destinations);
      return destinations.map((destination) =>
        state.suspects.has(destination)
          ? { kind: "suspect", reason: state.reason, source: "scripted" }
          : { kind: "ok" },
      );
    },
    edition: async () => state.edition,
  };
  return { check, state, asked };
}

export const recheckMs = 7 * 86_400_000;

let holders = 0;
let made = 0;

/** One process over a database: its rules, and its worker, which is not started yet. */
export function openNode(
  database: SqliteDatabase,
  checks: readonly SafetyCheck[],
  clock = { now: start },
  onFinding = (): void => undefined,
) {
  const tellWorker: { to: SafetyWorker | undefined } = { to: undefined };
  const findings: string[] = [];
  const errors: unknown[] = [];
  const failures: string[] = [];
  const links = createLinks({
    store: database.links,
    codes: { name: "list", next: () => `s${(made += 1)}` },
    destinations: createDestinationPolicy({ bases: ["https://sho.rt/"], allowPrivate: false, blockedHosts: new Set() }),
    domains: { default: "sho.rt", others: [] },
    render: (link: Link) => JSON.stringify(link),
    now: () => clock.now,
    onChange(event: LinkEvent) {
      tellWorker.to?.onChange(event);
      return [];
    },
    onCollision: () => undefined,
  });
  const worker = createSafetyWorker({
    checks,
    links,
    store: database.links,
    safety: database.safety,
    recheckMs,
    holder: `node-${(holders += 1)}`,
    now: () => clock.now,
    onVerdict: () => undefined,
    onFailure(check, error) {
      failures.push(check);
      errors.push(error);
    },
    onFinding(outcome, { code }) {
      findings.push(`${code} ${outcome}`);
      onFinding();
    },
    onError: (error) => errors.push(error),
    pace: quick,
  });
  const node = {
    links,
    worker,
    findings,
    errors,
    /** Which check could not judge, or could not say what it knows. */
    failures,
    clock,
    /** Lets the worker hear of what happens from now on. */
    begin() {
      tellWorker.to = worker;
      worker.start();
    },
    async make(longUrl: string): Promise<{ readonly domain: string; readonly code: string }> {
      const { body } = await links.create({ longUrl }, ann);
      const { domain, code } = JSON.parse(body) as Link;
      return { domain, code };
    },
    reasonOf: async (key: { readonly domain: string; readonly code: string }) =>
      (await database.links.find(key))?.quarantineReason,
  };
  return node;
}

export const until = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 15_000, interval: 2 });
