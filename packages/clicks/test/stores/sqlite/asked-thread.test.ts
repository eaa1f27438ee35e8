import { afterEach, describe, expect, it } from "vitest";
import { AskedThread } from "../../../src/stores/sqlite/asked-thread.ts";

const unavailable = expect.objectContaining({ code: "STORE_UNAVAILABLE" }) as Error;
/** Longer than any test. */
const patience = 100_000;

describe("a thread that is asked", () => {
  let thread: AskedThread | undefined;
  afterEach(() => thread?.close(10_000));

  function start(queueLimit = 4): AskedThread {
    const entry = new URL("./strange-thread.ts", import.meta.url);
    thread = new AskedThread({ entry, workerData: undefined, maxHeapMb: 32, queueLimit });
    return thread;
  }

  it("answers one question after the other", async () => {
    const asked = start();
    expect(await Promise.all([1, 2, 3].map((question) => asked.ask(question, patience)))).toEqual([1, 2, 3]);
    expect(asked.stats()).toEqual({ queued: 0, answered: 3, overloaded: 0, restarts: 0 });
  });

  it("gives a mistake of the program back as it was", async () => {
    const asked = start();
    await expect(asked.ask("fail", patience)).rejects.toThrow("This question is a mistake.");
    expect(await asked.ask("next", patience)).toBe("next");
  });

  it("is started again after it died, and answers what waited", async () => {
    const asked = start();
    const [died, next] = [asked.ask("die", patience), asked.ask("next", patience)];
    await expect(died).rejects.toEqual(unavailable);
    expect(await next).toBe("next");
    expect(asked.stats().restarts).toBe(1);
  });

  it("is ended when it is silent at the deadline, and answers what waited", async () => {
    const asked = start();
    const [silence, next] = [asked.ask("silence", 1), asked.ask("next", patience)];
    await expect(silence).rejects.toEqual(unavailable);
    expect(await next).toBe("next");
    expect(asked.stats()).toMatchObject({ overloaded: 1, restarts: 1 });
  });

  it("refuses a question that waits for too long, without asking it", async () => {
    const asked = start();
    const [silence, die] = [asked.ask("silence", 3_000), asked.ask("die", 1)];
    await expect(die).rejects.toEqual(unavailable);
    await expect(silence).rejects.toEqual(unavailable);
    expect(await asked.ask("next", patience)).toBe("next");
  });

  it("refuses more questions than may wait", async () => {
    const asked = start(2);
    const waiting = [1, 2, 3].map((question) => asked.ask(question, patience));
    await expect(asked.ask(4, patience)).rejects.toEqual(unavailable);
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  });

  it("leaves out what nobody waits for any more, and ends nothing that it is at", async () => {
    const asked = start(2);
    const gaveUp = new AbortController();
    const ask = (question: string) => asked.ask(question, patience, { signal: gaveUp.signal });
    const [first, ...waiting] = [ask("first"), ask("die"), ask("die")];
    gaveUp.abort();
    waiting.push(ask("die"));
    const refused = Promise.allSettled(waiting);
    // There is room for others at once.
    const others = [1, 2].map((question) => asked.ask(question, patience));
    expect(await Promise.all([first, ...others])).toEqual(["first", 1, 2]);
    expect(await refused).toEqual(waiting.map(() => ({ status: "rejected", reason: unavailable })));
    expect(asked.stats()).toEqual({ queued: 0, answered: 3, overloaded: 3, restarts: 0 });
  });

  it("answers several askers by turns, each in its order", async () => {
    const asked = start(20);
    const order: string[] = [];
    const ask = async (asker: string, number: number) =>
      order.push(String(await asked.ask(`${asker}${number}`, patience, { asker })));
    const waiting = [1, 2, 3, 4].map((number) => ask("a", number));
    waiting.push(...[1, 2].map((number) => ask("b", number)), ask("c", 1));
    await Promise.all(waiting);
    // The first one was asked before there was anybody else.
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("refuses the newest of whoever waits for most where another has no room", async () => {
    const asked = start(3);
    const greedy = Promise.allSettled([1, 2, 3, 4].map((number) => asked.ask(number, patience, { asker: "greedy" })));
    const others = ["b", "c"].map((asker) => asked.ask(asker, patience, { asker }));
    // Now each waits for one.
    await expect(asked.ask("d", patience, { asker: "d" })).rejects.toEqual(unavailable);
    await expect(asked.ask("b", patience, { asker: "b" })).rejects.toEqual(unavailable);
    expect(await Promise.all(others)).toEqual(["b", "c"]);
    expect((await greedy).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  });

  it("finishes what it is at when it is closed, and refuses what waits and what comes", async () => {
    const asked = start();
    const [first, second] = [asked.ask(1, patience), asked.ask(2, patience)];
    const refused = Promise.allSettled([second]);
    await asked.close(patience);
    expect(await first).toBe(1);
    expect(await refused).toEqual([{ status: "rejected", reason: unavailable }]);
    await expect(asked.ask(3, patience)).rejects.toEqual(unavailable);
  });

  it("is ended when it does not finish in time", async () => {
    const asked = start();
    const silence = Promise.allSettled([asked.ask("silence", patience)]);
    await asked.close(1);
    expect(await silence).toEqual([{ status: "rejected", reason: unavailable }]);
  });
});
