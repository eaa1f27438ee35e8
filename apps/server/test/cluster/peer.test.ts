import { describe, expect, it } from "vitest";
import { createPeer } from "../../src/cluster/peer.ts";

type Ends = {
  readonly double: { readonly question: number; readonly answer: number };
  readonly silence: { readonly question: null; readonly answer: null };
};

const nobody = {};

function pair() {
  const answering = createPeer<Record<string, never>, Ends>((message) => asking.receive(message), {
    double(number) {
      if (number < 0) throw new Error("too small");
      return number * 2;
    },
    silence: () => new Promise(() => undefined),
  });
  const asking = createPeer<Ends, Record<string, never>>((message) => answering.receive(message), nobody);
  return { asking, answering };
}

describe("two ends of a channel", () => {
  it("answer each question with its own answer", async () => {
    const { asking } = pair();
    expect(await Promise.all([1, 2, 3].map((number) => asking.ask("double", number)))).toEqual([2, 4, 6]);
  });

  it("say why there is no answer", async () => {
    const { asking } = pair();
    await expect(asking.ask("double", -1)).rejects.toThrow("too small");
  });

  it("wait for no answer beyond the deadline, nor for one that is gone", async () => {
    const { asking } = pair();
    await expect(asking.ask("silence", null, 10)).rejects.toThrow("within 10 ms");
    const waiting = asking.ask("silence", null);
    asking.lose();
    await expect(waiting).rejects.toThrow("gone");
    await expect(asking.ask("double", 1)).rejects.toThrow("gone");
  });

  it("leave other messages of the channel alone", () => {
    const { asking } = pair();
    expect([null, "text", { kind: "narrows:change" }].map((message) => asking.receive(message))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
