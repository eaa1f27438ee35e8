import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryBus } from "../src/buses/memory.ts";
import type { ChangeBus } from "../src/change-bus.ts";
import { createChangeSpread } from "../src/change-spread.ts";
import type { LinkChange } from "../src/link-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change: LinkChange = { domain: "", code: "abc", version: 2 };
/** Each way takes a turn, which the clock of the tests counts as a millisecond. */
const soon = expect.toSatisfy((ms: number) => ms < 10);
const settledMs = 1_500;

type Hears = (change: LinkChange) => void;

/** A node that is not started yet, and what it has heard. */
function makeNode(bus: ChangeBus, name: string, onChange: Hears = () => undefined) {
  const heard: LinkChange[] = [];
  const spread = createChangeSpread({
    bus,
    name,
    monotonicMs: () => Date.now(),
    onChange(told) {
      onChange(told);
      heard.push(told);
    },
  });
  return { spread, heard };
}

async function startAll(...nodes: readonly { readonly spread: ReturnType<typeof createChangeSpread> }[]) {
  const started = Promise.all(nodes.map(({ spread }) => spread.start()));
  await vi.advanceTimersByTimeAsync(settledMs);
  await started;
}

/** Starts three nodes over a bus and waits until they know of each other. */
async function openNodes(carry?: (text: string) => readonly string[]) {
  const bus = createMemoryBus(carry);
  const [a, b, c] = ["a", "b", "c"].map((name) => makeNode(bus.connect(), name)) as [Node, Node, Node];
  await startAll(a, b, c);
  return { bus, a, b, c };
}
type Node = ReturnType<typeof makeNode>;

/** What an answer says, and after how long. */
async function answerOf(publish: Promise<readonly string[]>) {
  const startedAtMs = Date.now();
  const answer = publish.then((unheard) => ({ unheard, afterMs: Date.now() - startedAtMs }));
  await vi.advanceTimersByTimeAsync(2_000);
  return answer;
}

describe("createChangeSpread", () => {
  it.each([1e300, 1e13, -1])(
    "does not take a bus that is silent for one that carries, whatever a stranger says: %d",
    async (atMs) => {
      let isCut = false;
      const bus = createMemoryBus((text) =>
        isCut && text.includes('"from":"a"') && !text.includes("forged") ? [] : [text],
      );
      const a = makeNode(bus.connect(), "a");
      await startAll(a);
      const stranger = bus.connect();
      await stranger.open(() => undefined);
      stranger.send(JSON.stringify({ kind: "here", from: "a", atMs, asks: false, forged: true }));
      isCut = true;
      await vi.advanceTimersByTimeAsync(2_000);
      expect(a.spread.stats().isHeard).toBe(false);
      expect((await answerOf(a.spread.publish(change))).unheard).toEqual(["*"]);
    },
  );

  it("answers at once when every node follows the change", async () => {
    const { a, b, c } = await openNodes();
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: [], afterMs: soon });
    expect([a.heard, b.heard, c.heard]).toEqual([[], [change], [change]]);
    expect(a.spread.stats()).toMatchObject({
      peers: 2,
      isHeard: true,
      waiting: 0,
      published: { heard: 1, unheard: 0 },
    });
  });

  it("holds the answer until the last node has dropped what it remembered", async () => {
    const bus = createMemoryBus();
    const a = makeNode(bus.connect(), "a");
    const order: string[] = [];
    const b = makeNode(bus.connect(), "b", () => void order.push("dropped"));
    await startAll(a, b);
    void a.spread.publish(change).then(() => order.push("answered"));
    await vi.advanceTimersByTimeAsync(10);
    expect(order).toEqual(["dropped", "answered"]);
  });

  it("names after a second whoever does not answer, and no longer waits for it once it was silent for a second", async () => {
    let isHung = false;
    const { a } = await openNodes((text) => (isHung && text.includes('"from":"b"') ? [] : [text]));
    isHung = true;
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: ["b"], afterMs: 1_000 });
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: [], afterMs: soon });
    expect(a.spread.stats().peers).toBe(1);
  });

  it("does not wait for a node that has said goodbye, not even with an answer that waits already", async () => {
    let isHung = false;
    const { a, b } = await openNodes((text) =>
      isHung && text.includes('"heard"') && text.includes('"from":"b"') ? [] : [text],
    );
    isHung = true;
    const answer = a.spread.publish(change);
    await vi.advanceTimersByTimeAsync(300);
    void b.spread.stop();
    expect((await answerOf(answer)).unheard).toEqual([]);
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: [], afterMs: soon });
  });

  it("waits a full second when nothing comes back over the bus, for nobody knows who follows", async () => {
    let isDown = false;
    const { a } = await openNodes((text) => (isDown ? [] : [text]));
    isDown = true;
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: ["b", "c", "*"], afterMs: 1_000 });
    expect(await answerOf(a.spread.publish(change))).toEqual({ unheard: ["*"], afterMs: 1_000 });
    expect(a.spread.stats().isHeard).toBe(false);
  });

  it("trusts nobody's silence until the bus has worked again for a second", async () => {
    let isDown = true;
    const bus = createMemoryBus((text) => (isDown ? [] : [text]));
    const a = makeNode(bus.connect(), "a");
    await startAll(a);
    isDown = false;
    await vi.advanceTimersByTimeAsync(250);
    const answer = a.spread.publish(change);
    const b = makeNode(bus.connect(), "b");
    void b.spread.start();
    expect((await answerOf(answer)).afterMs).toBeGreaterThan(500);
    expect((await answerOf(a.spread.publish(change))).afterMs).toEqual(soon);
  });

  it("starts within a second though the bus carries nothing", async () => {
    const a = makeNode(createMemoryBus(() => []).connect(), "a");
    const startedAtMs = Date.now();
    const start = a.spread.start().then(() => Date.now() - startedAtMs);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await start).toBe(1_000);
  });

  it("bears texts that are doubled, late, in another order, or none of ours", async () => {
    const late: string[] = [];
    const garbage = [
      "",
      "{",
      "null",
      "[]",
      '"x"',
      "\u0000",
      '{"kind":"change","from":"x","id":-1}',
      '{"kind":"change"}',
    ];
    const { a, b, bus } = await openNodes((text) => {
      late.push(text);
      const old = late.length > 3 ? late.splice(0, 1) : [];
      return [...garbage, text, ...old, text];
    });
    expect((await answerOf(a.spread.publish(change))).unheard).toEqual([]);
    expect(b.heard.length).toBeGreaterThan(0);
    expect(new Set(b.heard.map((told) => JSON.stringify(told)))).toEqual(new Set([JSON.stringify(change)]));
    expect(a.spread.stats().ignored).toBeGreaterThan(garbage.length);
    const stranger = bus.connect();
    await stranger.open(() => undefined);
    stranger.send('{"kind":"heard","from":"a\\r\\nset-cookie: x","to":"a","ids":[2]}');
    stranger.send(
      `{"kind":"heard","from":"z","to":"a","ids":${JSON.stringify(Array.from({ length: 100_000 }, (_, id) => id))}}`,
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(a.spread.stats().peers).toBe(2);
  });

  it("waits with a thousand answers at most, and names all nodes at once beyond that", async () => {
    let isHung = false;
    const { a } = await openNodes((text) => (isHung && text.includes('"heard"') ? [] : [text]));
    isHung = true;
    const answers = Array.from({ length: 1_000 }, () => a.spread.publish(change));
    expect(a.spread.stats().waiting).toBe(1_000);
    expect(await a.spread.publish(change)).toEqual(["b", "c"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(new Set(["b,c"]));
    expect(a.spread.stats()).toMatchObject({ waiting: 0, published: { unheard: 1_000, overflow: 1 } });
  });

  it("names everybody beyond a thousand answers, too, where nobody knows who there is", async () => {
    const a = makeNode(createMemoryBus(() => []).connect(), "a");
    await startAll(a);
    const answers = Array.from({ length: 1_000 }, () => a.spread.publish(change));
    expect(await a.spread.publish(change)).toEqual(["*"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(new Set(["*"]));
  });

  it("says of many changes of a turn in few words that it follows them", async () => {
    const words: string[] = [];
    const { a } = await openNodes((text) => {
      words.push(text);
      return [text];
    });
    words.length = 0;
    const answers = Promise.all(Array.from({ length: 100 }, () => a.spread.publish(change)));
    await vi.advanceTimersByTimeAsync(10);
    expect(new Set((await answers).map(String))).toEqual(new Set([""]));
    const acknowledgements = words.filter((word) => word.includes('"heard"'));
    expect(acknowledgements.length).toBeLessThan(20);
    expect(Math.max(...words.map((word) => Buffer.byteLength(word)))).toBeLessThanOrEqual(1_000);
  });

  it("answers who waits when the node stops", async () => {
    let isHung = false;
    const { a } = await openNodes((text) => (isHung && text.includes('"heard"') ? [] : [text]));
    isHung = true;
    const answer = a.spread.publish(change);
    await vi.advanceTimersByTimeAsync(10);
    await a.spread.stop();
    expect(await answer).toEqual(["b", "c"]);
  });
});
