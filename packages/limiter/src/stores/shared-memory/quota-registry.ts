import type { Algorithm } from "../../algorithm.ts";
import { algorithmFromParameters, algorithmNames } from "../../algorithms/index.ts";
import { isSameButLimit } from "../../algorithms/is-same-but-limit.ts";
import { LimiterError } from "../../errors.ts";
import type { BucketLock } from "./bucket-lock.ts";
import { counts, header, maxQuotas, quotaNumbers, type Layout } from "./layout.ts";

/**
 * By which quota each row was counted, but for its limit, for threads that never met that quota: what it is stands in the
 * memory, and is never changed again. An algorithm is known by its place among the names: all threads have the same.
 */
export class QuotaRegistry {
  readonly #layout: Layout;
  readonly #lock: BucketLock;
  readonly #read: Algorithm[] = [];

  constructor(layout: Layout, lock: BucketLock) {
    this.#layout = layout;
    this.#lock = lock;
  }

  /** @throws {LimiterError} `STORE_POLICY_UNSUPPORTED` when its rows are too wide for the memory, or there are too many. */
  idOf(algorithm: Algorithm): number {
    if (algorithm.width > this.#layout.width) {
      const what = `A ${algorithm.name} of ${algorithm.limit} needs a maxWidth of ${algorithm.width}.`;
      throw new LimiterError("STORE_POLICY_UNSUPPORTED", `${what} This shared memory has ${this.#layout.width}.`);
    }
    const token = this.#lock.take(counts.quotaLock);
    try {
      return this.#find(algorithm) ?? this.#add(algorithm);
    } finally {
      this.#lock.release(counts.quotaLock, token);
    }
  }

  /** @param id From 1 on. */
  algorithm(id: number): Algorithm {
    return (this.#read[id] ??= this.#readAt(id));
  }

  #readAt(id: number): Algorithm {
    const at = entryAt(id);
    const { numbers } = this.#layout;
    const name = algorithmNames[numbers[at] ?? -1];
    if (name === undefined) throw new RangeError(`There is no quota ${id}.`);
    return algorithmFromParameters(name, Array.from(numbers.subarray(at + 2, at + 2 + (numbers[at + 1] ?? 0))));
  }

  #find(algorithm: Algorithm): number | undefined {
    for (let id = 1; id <= this.#count(); id++) if (isSameButLimit(algorithm, this.algorithm(id))) return id;
    return undefined;
  }

  #add({ name, parameters }: Algorithm): number {
    const id = this.#count() + 1;
    if (id > maxQuotas) {
      throw new LimiterError("STORE_POLICY_UNSUPPORTED", `A shared memory can count by ${maxQuotas} quotas.`);
    }
    const at = entryAt(id);
    this.#layout.numbers.set([algorithmNames.indexOf(name), parameters.length, ...parameters], at);
    Atomics.store(this.#layout.words, counts.quotas, id);
    return id;
  }

  #count(): number {
    return Atomics.load(this.#layout.words, counts.quotas);
  }
}

function entryAt(id: number): number {
  return header.quotas + (id - 1) * quotaNumbers;
}
