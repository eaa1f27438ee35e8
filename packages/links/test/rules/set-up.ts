import { afterAll } from "vitest";
import {
  createDestinationPolicy,
  createLinks,
  LinkError,
  type Link,
  type LinkEvent,
  type LinkKey,
  type Unheard,
} from "../../src/index.ts";
import type { Requester } from "../../src/requester.ts";
import { driver } from "../drivers/sqlite.ts";

export const start = Date.parse("2030-01-01T00:00:00Z");
export const someone = (id: string, more: Partial<Requester> = {}): Requester => ({
  id,
  ownerId: `owner-${id}`,
  isAdmin: false,
  domain: null,
  ...more,
});
export const ann = someone("ann");
export const bob = someone("bob");
export const nobody = someone("nobody", { ownerId: null });
export const url = "https://www.example.com/a?b=%2B#c";

/** Opened once for each test file. */
export const stores = await driver.open();
afterAll(async () => {
  await stores.close();
});

/** The rules over the real store, with a clock set by hand and codes from a list. */
export function setUp(codes: readonly string[] = []) {
  const clock = { now: start };
  const changed: LinkKey[] = [];
  const events: LinkEvent[] = [];
  const answer: { unheard: Unheard | Promise<Unheard> } = { unheard: [] };
  const left = [...codes];
  const counted = { collisions: 0 };
  const links = createLinks({
    store: stores.links,
    codes: { name: "list", next: () => left.shift() ?? freshCode() },
    destinations: createDestinationPolicy({
      bases: ["https://sho.rt/"],
      ownHosts: ["sho.rt"],
      allowPrivate: false,
      allowCredentials: false,
      blockedHosts: new Set<string>(),
    }),
    domains: { default: "sho.rt", others: ["go.example"] },
    render: (link: Link) => JSON.stringify(link),
    now: () => clock.now,
    onChange(event) {
      const { domain, code } = event.kind === "unknown" ? event.key : event.link;
      changed.push({ domain, code });
      events.push(event);
      return answer.unheard;
    },
    onCollision: () => {
      counted.collisions += 1;
    },
  });
  return { links, clock, changed, events, answer, counted };
}

let lastCode = 0;
function freshCode(): string {
  lastCode += 1;
  return `n${lastCode}`;
}

export function linkIn(body: string): Link {
  return JSON.parse(body) as Link;
}

export async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof LinkError ? error.code : String(error);
}
