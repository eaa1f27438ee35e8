import type { Call } from "./call.ts";
import { Entries } from "./entries.ts";
import { oneCall } from "./one-call.ts";
import { isPlain, type Question } from "./question.ts";

/** Questions that go out as one call, in their order. */
export class Batch {
  /** The first one, as long as it is the only one and plain: it needs no entries. */
  #only: Question | undefined;
  #entries: Entries | undefined;
  #size = 0;

  /** Questions that it has. */
  get size(): number {
    return this.#size;
  }

  /** Different counters that they ask. */
  get keyCount(): number {
    return this.#entries?.keyCount ?? this.#size;
  }

  add(question: Question): void {
    this.#size += 1;
    if (this.#size === 1 && isPlain(question)) {
      this.#only = question;
      return;
    }
    this.#entries ??= new Entries();
    if (this.#only !== undefined) this.#entries.add(this.#only);
    this.#only = undefined;
    this.#entries.add(question);
  }

  /** What is sent for all of it. */
  toCall(): Call {
    if (this.#only !== undefined) return oneCall(this.#only);
    return (this.#entries ?? new Entries()).toCall();
  }

  fail(reason: unknown): void {
    this.#only?.fail(reason);
    this.#entries?.fail(reason);
  }
}
