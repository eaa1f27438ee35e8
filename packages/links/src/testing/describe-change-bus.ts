import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { maxBusTextBytes, type ChangeBus } from "../change-bus.ts";

/** What a conformance suite must know of a bus. */
export type ChangeBusDriver = {
  readonly name: string;
  /** Begins whatever carries the texts. */
  open(): Promise<{
    /** Another node on the same bus. */
    connect(): ChangeBus;
    close(): Promise<void>;
  }>;
};

/** What every bus must do; a driver passes it unchanged. */
export function describeChangeBus(driver: ChangeBusDriver): void {
  describe(`the bus by ${driver.name}`, () => {
    let installation: Awaited<ReturnType<ChangeBusDriver["open"]>>;
    beforeAll(async () => {
      installation = await driver.open();
    }, 60_000);
    afterAll(() => installation.close());

    /** A node that listens, and what it has heard of a test. */
    const openNode = async () => {
      const bus = installation.connect();
      onTestFinished(() => bus.close());
      const texts: string[] = [];
      await bus.open((text) => texts.push(text));
      return { bus, texts };
    };
    const waitFor = (isDone: () => boolean): Promise<unknown> => vi.waitUntil(isDone, { timeout: 20_000, interval: 5 });

    it("carries a text to every node, the sender included, byte for byte", async () => {
      const nodes = await Promise.all([openNode(), openNode(), openNode()]);
      const sent = ['{"a":"\\n\\u0000 \' \\" $1 %s"}', "é漢👩‍👩‍👧‍👦", " ", "x".repeat(maxBusTextBytes)];
      for (const text of sent) nodes[0].bus.send(text);
      await waitFor(() => nodes.every(({ texts }) => texts.length >= sent.length));
      for (const { texts } of nodes) expect(texts.toSorted()).toEqual(sent.toSorted());
    });

    it("carries thousands of texts of one turn", async () => {
      const [first, second] = await Promise.all([openNode(), openNode()]);
      const sent = Array.from({ length: 5_000 }, (_, index) => `${index} ${"y".repeat(100)}`);
      for (const text of sent) first.bus.send(text);
      await waitFor(() => second.texts.length >= sent.length);
      expect(new Set(second.texts)).toEqual(new Set(sent));
    });

    it("says that it is connected, and carries nothing from or to a node that has closed", async () => {
      const [first, second] = await Promise.all([openNode(), openNode()]);
      expect(second.bus.stats()).toEqual({ isConnected: true, dropped: 0 });
      await second.bus.close();
      second.bus.send("from the other side");
      first.bus.send("still here");
      await waitFor(() => first.texts.includes("still here"));
      expect(first.texts).toEqual(["still here"]);
      expect(second.texts).toEqual([]);
      expect(second.bus.stats()).toEqual({ isConnected: false, dropped: 1 });
      await second.bus.close();
    });

    it("sends what was accepted before it closes", async () => {
      const [first, second] = await Promise.all([openNode(), openNode()]);
      first.bus.send("goodbye");
      await first.bus.close();
      await waitFor(() => second.texts.includes("goodbye"));
      expect(second.texts).toEqual(["goodbye"]);
    });
  });
}
