import { giveAnswers, type Entry } from "./give-answers.ts";
import { isDecision, modes, type Question } from "./question.ts";
import { quotaOf } from "./quota.ts";

/** Questions that go out as one call, in their order. */
export class Batch {
  readonly keys: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #quotas = new Map<string, number>();
  readonly #entries: Entry[] = [];
  /** By the place of a key: the entry that asked it last. */
  readonly #last: (Entry | undefined)[] = [];
  #size = 0;

  /** Questions that it has. */
  get size(): number {
    return this.#size;
  }

  add(question: Question): void {
    this.#size += 1;
    const places = question.keys.map((key) => this.#placeOf(key));
    const text = this.#textOf(question, places);
    const same = this.#sameBefore(places, text);
    if (same !== undefined && isDecision(question.mode)) same.askers.push(question);
    else this.#append({ mode: question.mode, places, askers: [question], text });
  }

  /** What the script gets beside the keys. */
  args(): readonly string[] {
    return this.#uniformArgs() ?? ["*", this.#argument()];
  }

  /** Tells everybody what the script has said. */
  settle(reply: unknown): void {
    giveAnswers(this.#entries, reply);
  }

  fail(reason: unknown): void {
    for (const { askers } of this.#entries) for (const { fail } of askers) fail(reason);
  }

  /** One charge of one policy and one cost for each key, in the order of the keys, is said more briefly. */
  #uniformArgs(): readonly string[] | undefined {
    const [first] = this.#entries;
    const charge = first?.askers[0]?.charges[0];
    if (charge === undefined || this.#quotas.size > 1 || this.#entries.length !== this.keys.length) return undefined;
    const isPlain = this.#entries.every(
      ({ mode, askers, places }) =>
        mode === modes.charge &&
        askers.length === 1 &&
        places.length === 1 &&
        askers[0]?.charges[0]?.cost === charge.cost,
    );
    if (!isPlain) return undefined;
    const { head, parameters } = quotaOf(charge.policy);
    return [head, String(charge.cost), ...parameters];
  }

  #argument(): string {
    const entries = this.#entries.map(
      ({ mode, askers, text }) => `${mode},${isDecision(mode) ? askers.length : askers[0]?.argument},${text}`,
    );
    return `[[${[...this.#quotas.keys()].join()}],[${entries.join()}]]`;
  }

  #textOf({ charges }: Question, places: readonly number[]): string {
    let text = `${charges.length}`;
    for (const [i, { policy, cost }] of charges.entries()) {
      text += `,${this.#placeOfQuota(quotaOf(policy).text) * 2 + (policy.shadow ? 1 : 0)},${places[i]},${cost}`;
    }
    return text;
  }

  /** Only if nobody has asked one of its counters in between: who comes first is served first. */
  #sameBefore([first = 0, ...others]: readonly number[], text: string): Entry | undefined {
    const last = this.#last[first];
    if (last?.text !== text) return undefined;
    return others.every((place) => this.#last[place] === last) ? last : undefined;
  }

  #append(entry: Entry): void {
    this.#entries.push(entry);
    for (const place of entry.places) this.#last[place] = entry;
  }

  /** Counted from 1, as the script does. */
  #placeOf(key: string): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.keys.push(key);
    this.#places.set(key, this.keys.length);
    return this.keys.length;
  }

  #placeOfQuota(text: string): number {
    const known = this.#quotas.get(text);
    if (known !== undefined) return known;
    this.#quotas.set(text, this.#quotas.size + 1);
    return this.#quotas.size;
  }
}
