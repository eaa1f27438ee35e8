import { counts } from "./layout.ts";

/** Tries before a thread sleeps: who holds a lock holds it for less than a microsecond. */
const spins = 200;
const sleepMs = 10;
/** Sleeps, and not a time: when the whole process was stopped, nobody has overslept. */
const sleepsUntilTakeover = 100;

/** Takes locks for one thread. Each is two words: who holds it (0: nobody), and how many wait. */
export class BucketLock {
  readonly #words: Int32Array;
  readonly #owner: number;
  #taken = 0;

  /** @param owner Which of the threads it is. */
  constructor(words: Int32Array, owner: number) {
    this.#words = words;
    this.#owner = owner;
  }

  /**
   * Waits until the lock is free. One that the same holder has had for a second is taken from him: he is dead, since
   * nothing that is done under a lock waits for anything.
   *
   * @returns what to release it with.
   */
  take(at: number): number {
    const words = this.#words;
    const token = this.#nextToken();
    for (let spin = 0; spin < spins; spin++) {
      if (Atomics.compareExchange(words, at, 0, token) === 0) return token;
    }
    let holder = 0;
    let sleeps = 0;
    Atomics.add(words, at + 1, 1);
    for (;;) {
      const current = Atomics.compareExchange(words, at, 0, token);
      if (current === 0) break;
      sleeps = current === holder ? sleeps : 0;
      holder = current;
      if (sleeps >= sleepsUntilTakeover && Atomics.compareExchange(words, at, holder, token) === holder) {
        Atomics.add(words, counts.takenOver, 1);
        break;
      }
      if (Atomics.wait(words, at, holder, sleepMs) === "timed-out") sleeps++;
    }
    Atomics.sub(words, at + 1, 1);
    return token;
  }

  release(at: number, token: number): void {
    if (Atomics.compareExchange(this.#words, at, token, 0) !== token) return;
    if (Atomics.load(this.#words, at + 1) > 0) Atomics.notify(this.#words, at, 1);
  }

  /** Never 0, and not soon the same again: who waits must see that the holder is another one. */
  #nextToken(): number {
    this.#taken = (this.#taken + 1) & 0xffff;
    return ((this.#owner & 0x7fff) << 16) | this.#taken | 0x8000_0000;
  }
}
