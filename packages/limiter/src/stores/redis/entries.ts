import { toCall, type Call } from "./call.ts";
import { isSame, type Entry, type Part } from "./entry.ts";
import type { Question } from "./question.ts";
import { quotaOf } from "./quota.ts";

/** What the questions of a batch ask, equal ones as one. */
export class Entries {
  readonly #keys: string[] = [];
  readonly #keyPlaces = new Map<string, number>();
  readonly #quotas: string[] = [];
  readonly #quotaPlaces = new Map<string, number>();
  readonly #entries: Entry[] = [];
  /** Of each key: the entry that asked it last, and whether it is the only one. */
  readonly #last: Entry[] = [];
  readonly #isAskedOnce: boolean[] = [];

  /** Different counters that they ask. */
  get keyCount(): number {
    return this.#keys.length;
  }

  add(question: Question): void {
    const { mode, charges, keys } = question;
    const parts = charges.map(({ policy, cost }, i): Part => {
      const quota = this.#placeOfQuota(quotaOf(policy)) * 2 + (policy.shadow ? 1 : 0);
      return { key: this.#placeOfKey(keys[i] ?? ""), quota, cost };
    });
    const same = this.#sameBefore(parts);
    if (same !== undefined && isSame(same, mode, parts)) same.askers.push(question);
    else this.#append({ mode, parts, askers: [question] });
  }

  toCall(): Call {
    return toCall(this.#keys, this.#quotas, this.#entries, (key) => this.#isAskedOnce[key] === true);
  }

  fail(reason: unknown): void {
    for (const { askers } of this.#entries) for (const { fail } of askers) fail(reason);
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
