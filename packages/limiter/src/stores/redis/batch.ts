import { giveAnswers, giveOnly, type Entry } from "./give-answers.ts";
import { isDecision, modes, type Question } from "./question.ts";
import { quotaOf } from "./quota.ts";

/** Questions that go out as one call, in their order. */
export class Batch {
  /** The first one, as long as it is the only one and plain: it needs none of what follows. */
  #only: Question | undefined;
  readonly #keys: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #quotas = new Map<string, number>();
  readonly #entries: Entry[] = [];
  /** By the place of a key: the entry that asked it last. */
  readonly #last: (Entry | undefined)[] = [];
  #size = 0;
  #isUniform = true;

  /** Questions that it has. */
  get size(): number {
    return this.#size;
  }

  get keys(): readonly string[] {
    return this.#only?.keys ?? this.#keys;
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

  /** What the script gets beside the keys. One plain charge for each key, all alike, is said more briefly. */
  args(): readonly string[] {
    const charge = (this.#only ?? this.#entries[0]?.askers[0])?.charges[0];
    this.#isUniform &&= this.#only !== undefined || this.#entries.length === this.#keys.length;
    if (charge === undefined || !this.#isUniform) return ["*", this.#argument()];
    const { head, parameters } = quotaOf(charge.policy);
    return [head, String(charge.cost), ...parameters];
  }

  /** Tells everybody what the script has said. */
  settle(reply: unknown): void {
    if (this.#only === undefined) giveAnswers(this.#entries, this.#isUniform, reply);
    else giveOnly(this.#only, reply);
  }

  fail(reason: unknown): void {
    this.#only?.fail(reason);
    for (const { askers } of this.#entries) for (const { fail } of askers) fail(reason);
  }

  #enter(question: Question): void {
    const { mode, charges } = question;
    const places = question.keys.map((key) => this.#placeOf(key));
    const text = this.#textOf(question, places);
    const same = this.#sameBefore(places, text);
    if (same !== undefined && same.mode === mode && isDecision(mode)) {
      this.#isUniform = false;
      same.askers.push(question);
      return;
    }
    const first = this.#entries[0]?.askers[0]?.charges[0];
    const isAlike = first === undefined || first.cost === charges[0]?.cost;
    this.#isUniform &&= isPlain(question) && isAlike && this.#quotas.size === 1;
    this.#append({ mode, places, askers: [question], text });
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
    this.#keys.push(key);
    this.#places.set(key, this.#keys.length);
    return this.#keys.length;
  }

  #placeOfQuota(text: string): number {
    const known = this.#quotas.get(text);
    if (known !== undefined) return known;
    this.#quotas.set(text, this.#quotas.size + 1);
    return this.#quotas.size;
  }
}

/** What one counter is charged. */
function isPlain({ mode, charges }: Question): boolean {
  return mode === modes.charge && charges.length === 1;
}
