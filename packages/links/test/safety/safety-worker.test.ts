import { describe, expect, it } from "vitest";
import { SafetyCheckError } from "../../src/index.ts";
import { ann, someone, start } from "../rules/set-up.ts";
import { useTemporarySqlite } from "../temporary-sqlite.ts";
import { openNode, recheckMs, scriptedCheck, until } from "./installation.ts";

const evil = "https://evil.example/login";
const good = "https://good.example/";
const moderator = someone("moderator", { isAdmin: true });
const minute = 60_000;

describe("the worker that judges links", () => {
  const sqlite = useTemporarySqlite();

  it("quarantines a new link that is suspect, through the rules and with reason and source, and no other", async () => {
    const { database } = await sqlite.open();
    const node = openNode(database, [scriptedCheck(evil).check]);
    sqlite.after(node.worker.stop);
    node.begin();
    const [bad, fine] = [await node.make(evil), await node.make(good)];
    await until(() => node.findings.length > 0);
    expect(node.findings).toEqual([`${bad.code} quarantined`]);
    expect(await node.reasonOf(bad)).toBe("scripted: phishing");
    expect(await node.reasonOf(fine)).toBeNull();
    expect(node.worker.stats()).toMatchObject({ queued: 0, dropped: 0 });
  });

  it("judges a link again when it is edited", async () => {
    const { database } = await sqlite.open();
    const node = openNode(database, [scriptedCheck(evil).check]);
    sqlite.after(node.worker.stop);
    node.begin();
    const key = await node.make(good);
    await node.links.edit(key, { longUrl: evil }, ann);
    await until(() => node.findings.length > 0);
    expect(node.findings).toEqual([`${key.code} quarantined`]);
  });

  it("does not hold up or refuse a create while its check is down, and catches up afterwards", async () => {
    const { database } = await sqlite.open();
    const { check, state } = scriptedCheck(evil);
    const node = openNode(database, [check]);
    sqlite.after(node.worker.stop);
    state.isDown = true;
    node.begin();
    const key = await node.make(evil);
    await until(() => node.errors.length > 2);
    expect(await node.reasonOf(key)).toBeNull();
    node.clock.now += minute;
    expect(node.worker.stats().lagMs).toBe(minute);
    state.isDown = false;
    await until(async () => (await node.reasonOf(key)) !== null);
    await until(() => node.worker.stats().lagMs === 0);
  });

  it("tells of a check that cannot say what it knows, also when there is nothing to judge", async () => {
    const { database } = await sqlite.open();
    const edition = async (): Promise<string> => {
      throw new SafetyCheckError("It is down.");
    };
    const node = openNode(database, [{ ...scriptedCheck().check, edition }]);
    sqlite.after(node.worker.stop);
    node.begin();
    await until(() => node.failures.length > 1);
    expect(node.errors).toHaveLength(node.failures.length);
  });

  it("finds what was created and what was edited while nobody listened, also when its check comes late", async () => {
    const { database } = await sqlite.open();
    const clock = { now: start };
    const seen = scriptedCheck();
    const first = openNode(database, [seen.check], clock);
    const edited = await first.make(good);
    clock.now += minute;
    first.begin();
    await until(() => seen.asked.includes(good));
    await first.worker.stop();
    // As after a crash: a link and an edit that no queue ever had.
    const silent = openNode(database, [], clock);
    clock.now += minute;
    const created = await silent.make(evil);
    await silent.links.edit(edited, { longUrl: evil }, ann);
    clock.now += minute;
    const { check, state } = scriptedCheck(evil);
    state.isDown = true;
    const second = openNode(database, [check], clock);
    sqlite.after(second.worker.stop);
    second.worker.start();
    await until(() => second.errors.length > 5);
    expect(second.worker.stats().lagMs).toBeGreaterThan(minute);
    state.isDown = false;
    await until(() => second.findings.length > 1);
    expect(second.findings.toSorted()).toEqual([created, edited].map(({ code }) => `${code} quarantined`).toSorted());
  });

  it("does not quarantine a link for where it led before", async () => {
    const { database } = await sqlite.open();
    const { check } = scriptedCheck(evil);
    const edits: Promise<unknown>[] = [];
    const slow = {
      ...check,
      async judge(destinations: readonly string[], signal: AbortSignal) {
        if (destinations.includes(evil)) edits.push(node.links.edit(key, { longUrl: good }, ann));
        await Promise.all(edits);
        return check.judge(destinations, signal);
      },
    };
    const node = openNode(database, [slow]);
    sqlite.after(node.worker.stop);
    const key = await node.make(evil);
    node.begin();
    await node.links.edit(key, { note: "told of" }, ann);
    await until(() => node.findings.length > 0);
    expect(node.findings).toEqual([`${key.code} changed`]);
    expect(await node.reasonOf(key)).toBeNull();
  });

  it("judges links that were there before the first check, without waiting for a round to be due", async () => {
    const { database } = await sqlite.open();
    const old = openNode(database, []);
    const keys = [];
    for (let made = 0; made < 450; made += 1) keys.push(await old.make(made % 150 === 149 ? evil : `${good}${made}`));
    const clock = { now: start + 5 * minute };
    const node = openNode(database, [scriptedCheck(evil).check], clock);
    sqlite.after(node.worker.stop);
    node.worker.start();
    await until(() => node.findings.length === 3);
    const reasons = await Promise.all(keys.map(node.reasonOf));
    expect(reasons.filter((reason) => reason !== null)).toHaveLength(3);
  });

  it("judges every link again when a round is due and not before, and at once when the check knows more", async () => {
    const { database } = await sqlite.open();
    const { check, state, asked } = scriptedCheck();
    const node = openNode(database, [check]);
    sqlite.after(node.worker.stop);
    const times = (destination: string) => asked.filter((each) => each === destination).length;
    const [one, two] = [await node.make(`${good}1`), await node.make(`${good}2`)];
    node.clock.now += minute;
    node.begin();
    await until(() => times(`${good}1`) === 1);
    node.clock.now += recheckMs - 2 * minute;
    // Each of them comes a turn after the one before.
    for (const name of ["3", "4", "5", "6"]) {
      await node.make(`${good}${name}`);
      await until(() => times(`${good}${name}`) === 1);
    }
    expect(times(`${good}1`)).toBe(1);
    state.suspects.add(`${good}1`);
    node.clock.now += 2 * minute;
    await until(async () => (await node.reasonOf(one)) !== null);
    state.suspects.add(`${good}2`);
    state.edition = "2";
    await until(async () => (await node.reasonOf(two)) !== null);
  });

  it("lets a released link be until it leads elsewhere or is suspected for something else", async () => {
    const { database } = await sqlite.open();
    const other = "https://evil.example/other";
    const { check, state } = scriptedCheck(evil, other);
    const node = openNode(database, [check]);
    sqlite.after(node.worker.stop);
    node.begin();
    const key = await node.make(evil);
    const times = (outcome: string) => node.findings.filter((finding) => finding === `${key.code} ${outcome}`).length;
    await until(() => times("quarantined") === 1);
    await node.links.release(key, moderator);
    await until(() => times("held") === 1);
    node.clock.now += minute;
    state.edition = "2";
    await until(() => times("held") === 2);
    expect(await node.reasonOf(key)).toBeNull();
    await node.links.edit(key, { longUrl: other }, ann);
    await until(() => times("quarantined") === 2);
    await node.links.release(key, moderator);
    state.reason = "malware";
    await node.links.edit(key, { note: "looked at" }, ann);
    await until(async () => (await node.reasonOf(key)) === "scripted: malware");
  });

  it("leaves a moderator's own quarantine and its reason alone", async () => {
    const { database } = await sqlite.open();
    const { check, state, asked } = scriptedCheck(evil);
    const node = openNode(database, [check]);
    sqlite.after(node.worker.stop);
    const key = await node.make(evil);
    await node.links.quarantine(key, "by hand", moderator);
    node.begin();
    state.edition = "2";
    node.clock.now += minute;
    await node.make(good);
    await until(() => asked.includes(good));
    expect(await node.reasonOf(key)).toBe("by hand");
  });

  it("walks in one process at a time, and in the other when that one stops", async () => {
    const { database } = await sqlite.open();
    const clock = { now: start };
    const [first, second] = [0, 1].map(() => openNode(database, [scriptedCheck().check], clock));
    first?.begin();
    await until(() => first?.worker.stats().isWalking === true);
    second?.begin();
    sqlite.after(async () => second?.worker.stop());
    const extra = await second?.make(good);
    expect(extra).toBeDefined();
    await until(() => second?.worker.stats().queued === 0);
    expect(second?.worker.stats().isWalking).toBe(false);
    await first?.worker.stop();
    await until(() => second?.worker.stats().isWalking === true);
  });

  it("stops in the middle of many suspects, and the next process goes on", async () => {
    const { database } = await sqlite.open();
    const { check, state } = scriptedCheck();
    let stopping: Promise<void> | undefined;
    const first = openNode(database, [check], { now: start }, () => void (stopping ??= first.worker.stop()));
    const keys = [];
    for (let made = 0; made < 60; made += 1) keys.push(await first.make(`${evil}${made}`));
    for (let made = 0; made < 60; made += 1) state.suspects.add(`${evil}${made}`);
    first.clock.now += minute;
    first.begin();
    await until(() => stopping !== undefined);
    await stopping;
    expect(first.findings.length).toBeLessThan(60);
    const second = openNode(database, [check], first.clock);
    sqlite.after(second.worker.stop);
    second.worker.start();
    await until(() => first.findings.length + second.findings.length >= 60);
    const reasons = await Promise.all(keys.map(second.reasonOf));
    expect(reasons.filter((reason) => reason === null)).toEqual([]);
  });

  it("leaves to the walk what its queue has no room for", async () => {
    const { database } = await sqlite.open();
    const { check, state } = scriptedCheck();
    const node = openNode(database, [check]);
    sqlite.after(node.worker.stop);
    state.isDown = true;
    const long = "x".repeat(8_000);
    const { body } = await node.links.create({ longUrl: good }, ann);
    const link = JSON.parse(body) as never as { code: string };
    for (let made = 0; made < 2_200; made += 1) {
      const event = { ...link, destination: `${good}${long}`, code: `q${made}`, version: 1 };
      node.worker.onChange({ kind: "created", link: event as never });
    }
    expect(node.worker.stats()).toMatchObject({ queued: 2_091, dropped: 109 });
  });
});
