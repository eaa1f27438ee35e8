import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import type { StartEdge } from "./edge-server.ts";
import { openEdgeSetUp, type EdgeSetUp } from "./edge-set-up.ts";

export type EdgeKind = {
  readonly name: string;
  /** Undefined: not here. */
  readonly program: string | undefined;
  readonly start: StartEdge;
  /** Takes the look at the list out of the edge's file. */
  readonly blind: (text: string, listFolder: string) => string;
};

const before = "https://example.com/before";
const after = "https://example.com/after";

/** From then on no visit may begin that is answered from before a change. */
const promisedMs = 1_000;
const deadlineMs = 60_000;
/** An expiry that no edit or create is late for, on a busy machine either. */
const aheadMs = 10_000;

/** Other ways to write the address of a link, which the service takes or refuses, but no copy may answer for ever. */
const spellings = (code: string): readonly (readonly [path: string, host?: string])[] => {
  const escaped = `%${code.charCodeAt(0).toString(16)}`;
  return [
    [`/${escaped}${code.slice(1)}`],
    [`/${escaped.toUpperCase()}${code.slice(1)}`],
    [`//${code}`],
    [`/${code}/`],
    [`/${code}?`],
    [`/${code}?utm=1`],
    [`/${code};a=b`],
    [`/./${code}`],
    [`/x/../${code}`],
    [`/%2e/${code}`],
    [`/${code}%00`],
    [`/${code}%20`],
    [`http://sho.rt/${code}`],
    [`/${code}`, "SHO.rt"],
    [`/${code}`, "sho.rt."],
    [`/${code}`, "sho.rt:80"],
  ];
};

const denials = [
  ["quarantined", ({ api }: EdgeSetUp, code: string) => api.quarantine(code, "phishing")],
  ["deleted", ({ api }: EdgeSetUp, code: string) => api.delete(code)],
  ["switched off", ({ api }: EdgeSetUp, code: string) => api.edit(code, { enabled: false })],
] as const;

/** What every edge must do that is configured as deploy/edge says. */
export function describeEdge({ name, program, start, blind }: EdgeKind): void {
  describe.skipIf(program === undefined)(`${name} at the edge`, () => {
    let edge: EdgeSetUp;
    beforeAll(async () => void (edge = await openEdgeSetUp({ start })));
    afterAll(() => edge[Symbol.asyncDispose]());

    const untilDenied = (code: string) => eventuallySees(edge, code, ({ status }) => status === 410);
    const untilMoved = (code: string) => eventuallySees(edge, code, ({ location }) => location === after);

    it("answers a redirect from its copy, which nobody behind it may keep", async () => {
      const code = await edge.keepLink(before);
      expect(await edge.visit(`/${code}`)).toEqual({
        status: 302,
        location: before,
        cacheControl: "private, max-age=0",
      });
      expect((await edge.visit("/nothing")).status).toBe(404);
      expect((await edge.visit("/nothing")).cacheControl).toBe("no-store");
      expect((await edge.visit("/v1/urls")).status).toBe(401);
    });

    it.each(denials)("denies within a second a link that is %s, although its copy is fresh", async (_state, change) => {
      const code = await edge.keepLink(before);
      expect((await change(edge, code)).status).toBeOneOf([200, 204]);
      await untilDenied(code);
      expect(await seenStatuses(edge, code, 5)).toEqual([410]);
      expect((await edge.visit(`/${code}`, { method: "HEAD" })).status).toBe(410);
    });

    it("denies a link from the instant on at which it expires, although its copy is fresh", async () => {
      const code = await edge.keepLink(before);
      const expiresAt = Date.now() + aheadMs;
      await edge.api.edit(code, { expiresAt: new Date(expiresAt).toISOString() });
      expect((await edge.visit(`/${code}`)).status).toBe(302);
      await eventually(deadlineMs, "The expiry", async () => (Date.now() >= expiresAt ? true : undefined));
      await untilDenied(code);
      expect(await seenStatuses(edge, code, 5)).toEqual([410]);
    });

    it("uses no copy longer than its link lives, whatever is on the list", async () => {
      const expiresAt = Date.now() + aheadMs;
      const longUrl = before;
      const { shortCode } = await edge.api.mustCreate({ longUrl, expiresAt: new Date(expiresAt).toISOString() });
      await eventually(deadlineMs, "The expiry", async () => {
        const { status } = await edge.visit(`/${shortCode}`);
        if (Date.now() < expiresAt) return undefined;
        return status;
      });
      await untilDenied(shortCode);
      expect(await seenStatuses(edge, shortCode, 5)).toEqual([410]);
    });

    it("lets a link go again that was freed", async () => {
      const code = await edge.keepLink(before);
      await edge.api.edit(code, { enabled: false });
      await untilDenied(code);
      await edge.api.edit(code, { enabled: true });
      await eventuallySees(edge, code, ({ status }) => status === 302);
      expect(await seenLocations(edge, code, 3)).toEqual([before]);
    });

    it("asks the service about a link that was edited, and never falls back", async () => {
      const code = await edge.keepLink(before);
      await edge.api.edit(code, { longUrl: after });
      await untilMoved(code);
      const asked = edge.door.asked(`/${code}`);
      expect(await seenLocations(edge, code, 5)).toEqual([after]);
      expect(edge.door.asked(`/${code}`)).toBe(asked + 5);
    });

    it("has no copy under another spelling that slips past the list", async () => {
      const code = await edge.keepLink(before);
      const visitAll = (): Promise<readonly (readonly [string, number])[]> =>
        Promise.all(
          spellings(code).map(async ([path, host = "sho.rt"]) => {
            const { status } = await edge.visit(path, { headers: { host } });
            return [`${host} ${path}`, status] as const;
          }),
        );
      await visitAll();
      const led = (await visitAll()).filter(([, status]) => status === 302).length;
      // Else there was nothing that could slip past.
      expect(led).toBeGreaterThanOrEqual(4);
      await edge.api.quarantine(code, "phishing");
      await untilDenied(code);
      expect((await visitAll()).filter(([, status]) => status < 400)).toEqual([]);
    });

    it("keeps nothing of an answer that was under way while the link changed", async () => {
      const { shortCode: code } = await edge.api.mustCreate({ longUrl: before });
      const { held, release } = edge.door.hold(`/${code}`);
      const slow = edge.visit(`/${code}`);
      await held;
      await edge.api.quarantine(code, "phishing");
      await untilDenied(code);
      await edge.untilListed(code);
      release();
      expect((await slow).status).toBeOneOf([302, 410]);
      expect(await seenStatuses(edge, code, 5)).toEqual([410]);
    });

    it("takes a purge, which an answer that was under way does not undo", async () => {
      const { shortCode: code } = await edge.api.mustCreate({ longUrl: before });
      const { held, release } = edge.door.hold(`/${code}`);
      const slow = edge.visit(`/${code}`);
      await held;
      await edge.api.edit(code, { longUrl: after });
      expect((await purge(edge, code)).status).toBeOneOf([200, 204]);
      await untilMoved(code);
      await edge.untilListed(code);
      release();
      await slow;
      expect(await seenLocations(edge, code, 5)).toEqual([after]);
    });

    it("asks the service again after a purge", async () => {
      const code = await edge.keepLink(before);
      const asked = edge.door.asked(`/${code}`);
      await purge(edge, code);
      await edge.visit(`/${code}`);
      expect(edge.door.asked(`/${code}`)).toBeGreaterThan(asked);
      expect((await edge.visit("/~/purge", { method: "POST", headers: { "narrows-code": "../x" } })).status).toBeOneOf([
        400, 403,
      ]);
    });
  });

  describe.skipIf(program === undefined)(`${name} at the edge, without word from the service`, () => {
    it.each([
      ["ends", (edge: EdgeSetUp) => edge.agent.kill()],
      ["hangs", async (edge: EdgeSetUp) => edge.agent.signal("SIGSTOP")],
      ["is cut off", (edge: EdgeSetUp) => edge.feedDoor.shut()],
    ])("uses no copy any more within a second when its agent %s", async (_fault, breakIt) => {
      await using edge = await openEdgeSetUp({ start });
      const [code, other] = [await edge.keepLink(before), await edge.keepLink(before)];
      await breakIt(edge);
      await edge.api.quarantine(code, "phishing");
      await eventuallySees(edge, code, ({ status }) => status === 410);
      const asked = edge.door.asked(`/${other}`);
      expect(await seenLocations(edge, other, 3)).toEqual([before]);
      expect(edge.door.asked(`/${other}`)).toBe(asked + 3);
    });

    it("uses no copy that became wrong while there was no agent", async () => {
      await using edge = await openEdgeSetUp({ start });
      const [code, other] = [await edge.keepLink(before), await edge.keepLink(before)];
      expect(await edge.agent.stop()).toBe(0);
      await edge.api.quarantine(code, "phishing");
      await edge.restartAgent();
      await eventuallySees(edge, code, ({ status }) => status === 410);
      // Its copy is used again, so the list is trusted.
      await eventually(deadlineMs, "The use of a copy", async () => {
        const asked = edge.door.asked(`/${other}`);
        await edge.visit(`/${other}`);
        return edge.door.asked(`/${other}`) === asked ? true : undefined;
      });
      expect(await seenStatuses(edge, code, 5)).toEqual([410]);
    });

    it("does not answer from its copies when the service is gone as well", async () => {
      await using edge = await openEdgeSetUp({ start });
      const code = await edge.keepLink(before);
      await Promise.all([edge.feedDoor.shut(), edge.door.shut()]);
      await eventuallySees(edge, code, ({ status }) => status >= 500);
      expect(await seenStatuses(edge, code, 3)).not.toContain(302);
      await eventually(deadlineMs, "A word of it", async () =>
        edge.agent.output().includes("the cache is passed over") ? true : undefined,
      );
    });

    it("would answer from an old copy for long if it did not look at the list", async () => {
      await using edge = await openEdgeSetUp({ start, change: blind });
      const code = await edge.keepLink(before);
      await edge.api.quarantine(code, "phishing");
      const seen = eventuallySees(edge, code, ({ status }) => status === 410);
      await expect(seen).rejects.toThrow("was answered 302");
    });
  });
}

/**
 * Visits until the change is seen that was just answered. How late a visit is answered does not matter, nor what holds up
 * the agent: by the time at which the edge takes it, its trust in an old list is over.
 */
async function eventuallySees(
  edge: EdgeSetUp,
  code: string,
  isIt: (seen: Awaited<ReturnType<EdgeSetUp["visit"]>>) => boolean,
): Promise<void> {
  const changedAtMs = performance.now();
  await eventually(deadlineMs, `The change of ${code} at the edge`, async () => {
    const agoMs = performance.now() - changedAtMs;
    const seen = await edge.visit(`/${code}`);
    if (isIt(seen)) return true;
    // A service that is too busy to answer is not an answer from before.
    if (agoMs < promisedMs || seen.status >= 500) return undefined;
    throw new Error(`A visit ${agoMs} ms after the change was answered ${seen.status} ${seen.location ?? ""}.`);
  });
}

function purge(edge: EdgeSetUp, code: string): ReturnType<EdgeSetUp["visit"]> {
  const headers = { "narrows-domain": "sho.rt", "narrows-code": code, "content-length": "0" };
  return edge.visit("/~/purge", { method: "POST", headers });
}

async function seenStatuses(edge: EdgeSetUp, code: string, visits: number): Promise<readonly number[]> {
  return [
    ...new Set(await Promise.all(Array.from({ length: visits }, async () => (await edge.visit(`/${code}`)).status))),
  ];
}

async function seenLocations(edge: EdgeSetUp, code: string, visits: number): Promise<readonly (string | undefined)[]> {
  const seen = await Promise.all(Array.from({ length: visits }, () => edge.visit(`/${code}`)));
  return [...new Set(seen.map(({ location }) => location))];
}
