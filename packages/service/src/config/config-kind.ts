import { MalformedValue } from "./config-error.ts";

/** What a configuration option's text must look like, and the value that it becomes. */
export interface ConfigKind<Value = unknown, Unit extends string = string> {
  /** Completes "must be …". */
  readonly description: string;
  /** Ends the property's name: `DEAF_LIMIT` of the unit `Ms` is read as `deafLimitMs`. */
  readonly unit: Unit;
  /** @throws {MalformedValue} */
  parse(text: string): Value;
}

type Range = { readonly min?: number; readonly max?: number };

/** Any text without control characters, at least `minLength` characters long. */
export function text({ minLength = 1 }: { readonly minLength?: number } = {}): ConfigKind<string, ""> {
  const description = minLength > 1 ? `text of ${minLength} characters or more` : "text";
  return kind(description, "", (value) => (value.length >= minLength && !hasControl(value) ? value : undefined));
}

/** A whole number in decimal digits. */
export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Range = {}): ConfigKind<
  number,
  ""
> {
  return kind(`a whole number${rangeText(min, max, String)}`, "", (value) =>
    /^-?\d{1,16}$/.test(value) ? within(Number(value), min, max) : undefined,
  );
}

/** One of a few words, spelled exactly so. */
export function choice<const Word extends string>(...words: readonly Word[]): ConfigKind<Word, ""> {
  return kind(`one of ${words.map((word) => `\`${word}\``).join(", ")}`, "", (value) =>
    words.find((word) => word === value),
  );
}

/** `on` or `off`. */
export function onOff(): ConfigKind<boolean, ""> {
  return kind("`on` or `off`", "", (value) => value === "on" || (value === "off" ? false : undefined));
}

const millisecondsPer: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A span of time: `250ms`, `10s`, `5m`, `2h`, `1d`. Becomes milliseconds; the bounds are milliseconds too. */
export function duration({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}): ConfigKind<number, "Ms"> {
  const range = rangeText(min, max, renderDuration);
  return kind(`a duration such as \`250ms\`, \`10s\`, \`5m\`, \`2h\` or \`1d\`${range}`, "Ms", (value) =>
    within(quantity(value, millisecondsPer), min, max),
  );
}

const bytesPer: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** An amount of memory: `512B`, `64KiB`, `64MiB`, `1GiB`. Becomes bytes; the bounds are bytes too. */
export function bytes({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}): ConfigKind<number, "Bytes"> {
  const range = rangeText(min, max, renderBytes);
  return kind(`an amount such as \`64KiB\`, \`64MiB\` or \`1GiB\`${range}`, "Bytes", (value) =>
    within(quantity(value, bytesPer), min, max),
  );
}

/** An absolute URL with one of these schemes, which are written as in `https:`. */
export function url(...schemes: readonly string[]): ConfigKind<URL, ""> {
  const description = `an absolute URL that begins with ${schemes.map((scheme) => `\`${scheme}//\``).join(" or ")}`;
  return kind(description, "", (value) => {
    const parsed = URL.parse(value);
    const isWritten = schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}//`));
    return parsed !== null && isWritten && schemes.includes(parsed.protocol) ? parsed : undefined;
  });
}

/** The path of a file or folder, absolute or from the working directory. Whether it exists is not looked at. */
export function path(): ConfigKind<string, ""> {
  return kind("the path of a file or folder", "", (value) => (hasControl(value) ? undefined : value));
}

/** Several values of one kind, separated by commas; spaces around a comma do not count. */
export function list<Value>(item: ConfigKind<Value>): ConfigKind<readonly Value[], ""> {
  return {
    description: `a list, separated by commas, each ${item.description}`,
    unit: "",
    parse: (value) => value.split(",").map((part) => parsePart(item, part.trim())),
  };
}

const shownLength = 60;

function parsePart<Value>(item: ConfigKind<Value>, part: string): Value {
  try {
    return item.parse(part);
  } catch (error) {
    if (!(error instanceof MalformedValue)) throw error;
    const shown = part.length > shownLength ? `${part.slice(0, shownLength)}…` : part;
    throw new MalformedValue(`In it, ${JSON.stringify(shown)} is at fault. ${error.message}`, { cause: error });
  }
}

function kind<Value, Unit extends string>(
  description: string,
  unit: Unit,
  accept: (value: string) => Value | undefined,
): ConfigKind<Value, Unit> {
  const parse = (value: string): Value => {
    const accepted = accept(value);
    if (accepted === undefined) throw new MalformedValue(`It must be ${description}.`);
    return accepted;
  };
  return { description, unit, parse };
}

function within(value: number | undefined, min: number, max: number): number | undefined {
  if (value === undefined || !Number.isSafeInteger(value)) return undefined;
  return value >= min && value <= max ? value : undefined;
}

function quantity(value: string, factors: Readonly<Record<string, number>>): number | undefined {
  const match = /^(\d{1,16})([A-Za-z]{1,3})$/.exec(value);
  const unit = match?.[2] ?? "";
  return Object.hasOwn(factors, unit) ? Number(match?.[1]) * (factors[unit] ?? Number.NaN) : undefined;
}

function rangeText(min: number, max: number, render: (value: number) => string): string {
  if (max !== Number.MAX_SAFE_INTEGER) return ` from ${render(min)} to ${render(max)}`;
  return min > 0 ? `, at least ${render(min)}` : "";
}

function renderDuration(valueMs: number): string {
  return renderQuantity(valueMs, millisecondsPer);
}

function renderBytes(valueBytes: number): string {
  return renderQuantity(valueBytes, bytesPer);
}

function renderQuantity(value: number, factors: Readonly<Record<string, number>>): string {
  const whole = Object.entries(factors).filter(([, factor]) => value % factor === 0 && (value > 0 || factor === 1));
  const [unit, factor] = whole.at(-1) ?? ["", 1];
  return `\`${value / factor}${unit}\``;
}

function hasControl(value: string): boolean {
  return /\p{Cc}/u.test(value);
}
