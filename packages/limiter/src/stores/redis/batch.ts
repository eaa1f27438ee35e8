import { toCall, type Call } from "./call.ts";
import { isSame, type Entry, type Part } from "./entry.ts";
import { oneCall } from "./one-call.ts";
import { isPlain, type Question } from "./question.ts";
import { quotaOf } from "./quota.ts";

/** Questions that go out as one call, in their order. */
export class Batch {
  /** The first one, as long as it is the only one and plain: it needs none of what follows. */
  #only: Question | undefined;
  readonly #keys: string[] = [];
  readonly #keyPlaces = new Map<string, number>();
  readonly #quotas: string[] = [];
  readonly #quotaPlaces = new Map<string, number>();
  readonly #entries: Entry[] = [];
  /** Of each key: the entry that asked it last, and whether it is the only one. */
  readonly #last: Entry[] = [];
  readonly #isAskedOnce: boolean[] = [];
  #size = 0;

  /** Questions that it has. */
  get size(): number {
    return this.#size;
  }

  /** Different counters that they ask. */
  get keyCount(): number {
    return this.#only === undefined ? this.#keys.length : 1;
  }

  add(question: Question): void {
    this.#size += 1;
    if (this.#size === 1 && isPlain(question)) {
      this.#only = question;
      return;
    }
    const first = this.#only;
    this.#only = undefined;
    if (first !== undefined) this.#enter(first);
    this.#enter(question);
  }

  /** What is sent for all of it. */
  toCall(): Call {
    if (this.#only !== undefined) return oneCall(this.#only);
    return toCall(this.#keys, this.#quotas, this.#entries, (key) => this.#isAskedOnce[key] === true);
  }

  fail(reason: unknown): void {
    this.#only?.fail(reason);
    for (const { askers } of this.#entries) for (const { fail } of askers) fail(reason);
  }

  #enter(question: Question): void {
    const { mode, charges, keys } = question;
    const parts = charges.map(({ policy, cost }, i): Part => {
      const quota = this.#placeOfQuota(quotaOf(policy)) * 2 + (policy.shadow ? 1 : 0);
      return { key: this.#placeOfKey(keys[i] ?? ""), quota, cost };
    });
    const same = this.#sameBefore(parts);
    if (same !== undefined && isSame(same, mode, parts)) same.askers.push(question);
    else this.#append({ mode, parts, askers: [question] });
  }

  /** Only if nobody has asked one of its counters in between: who comes first is served first. */
  #sameBefore(parts: readonly Part[]): Entry | undefined {
    const [first] = parts;
    const last = first === undefined ? undefined : this.#last[first.key];
    return parts.every(({ key }) => this.#last[key] === last) ? last : undefined;
  }

  #append(entry: Entry): void {
    this.#entries.push(entry);
    for (const { key } of entry.parts) {
      this.#isAskedOnce[key] = this.#last[key] === undefined;
      this.#last[key] = entry;
    }
  }

  #placeOfKey(key: string): number {
    const known = this.#keyPlaces.get(key);
    if (known !== undefined) return known;
    this.#keyPlaces.set(key, this.#keys.length);
    return this.#keys.push(key) - 1;
  }

  #placeOfQuota(quota: string): number {
    const known = this.#quotaPlaces.get(quota);
    if (known !== undefined) return known;
    const place = this.#quotas.push(quota);
    this.#quotaPlaces.set(quota, place);
    return place;
  }
}
