import { describe, expect, expectTypeOf, test } from "vitest";
import {
  bytes,
  choice,
  ConfigError,
  configReference,
  defineConfig,
  duration,
  integer,
  list,
  MalformedValue,
  onOff,
  path,
  readConfig,
  text,
  url,
  type ConfigKind,
} from "../src/index.ts";

const table = defineConfig([
  { name: "PORT", kind: integer({ min: 0, max: 65_535 }), default: "8787", secret: false, sentence: "Where." },
  { name: "DEAF_LIMIT", kind: duration({ max: 60_000 }), default: "30s", secret: false, sentence: "How long." },
  { name: "CACHE_SIZE", kind: bytes(), default: "64MiB", secret: false, sentence: "How much." },
  { name: "CODE_STRATEGY", kind: choice("hmac7", "sequence"), default: "hmac7", secret: false, sentence: "a|b." },
  { name: "CODE_SECRET", kind: text({ minLength: 16 }), default: null, secret: true, sentence: "Sssh." },
]);

function faultsOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(table, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("readConfig", () => {
  test("gives the defaults, named in camel case with their unit, where nothing is set", () => {
    expect(readConfig(table, {})).toEqual({
      port: 8787,
      deafLimitMs: 30_000,
      cacheSizeBytes: 67_108_864,
      codeStrategy: "hmac7",
      codeSecret: undefined,
    });
  });

  test("infers the type of every value", () => {
    const config = readConfig(table, {});
    expectTypeOf(config.codeStrategy).toEqualTypeOf<"hmac7" | "sequence">();
    expectTypeOf(config.codeSecret).toEqualTypeOf<string | undefined>();
    expectTypeOf(config.deafLimitMs).toEqualTypeOf<number>();
  });

  test("takes an empty variable for unset", () => {
    expect(readConfig(table, { PORT: "", CODE_SECRET: "" })).toMatchObject({ port: 8787, codeSecret: undefined });
  });

  test("lists every fault at once, each with what would be right", () => {
    const error = faultsOf({ PORT: "http", DEAF_LIMIT: "61s", CACHE_SIZE: "64MB", CODE_STRATEGY: "HMAC7" });
    expect(error.faults.map((fault) => fault.option)).toEqual(["PORT", "DEAF_LIMIT", "CACHE_SIZE", "CODE_STRATEGY"]);
    expect(error.message).toContain('PORT: "http" is not acceptable. It must be a whole number from 0 to 65535.');
    expect(error.message).toContain("from `0ms` to `1m`");
    expect(error.message).toContain("one of `hmac7`, `sequence`");
  });

  test("never shows a secret's value, even where its kind would", () => {
    const talkative: ConfigKind<string, ""> = {
      description: "a net",
      unit: "",
      parse(value) {
        throw new MalformedValue(`${value} is none.`);
      },
    };
    const secretTable = defineConfig([
      { name: "SECRET_NET", kind: talkative, default: null, secret: true, sentence: "Hidden." },
    ]);
    expect(faultsOf({ CODE_SECRET: "hunter2" }).message).not.toContain("hunter2");
    expect(() => readConfig(secretTable, { SECRET_NET: "hunter2" })).toThrow(/^(?![^]*hunter2)[^]*SECRET_NET/);
  });

  test("shows a long value in part only", () => {
    expect(faultsOf({ PORT: "9".repeat(5000) }).message.length).toBeLessThan(300);
  });

  test("refuses values that contradict each other", () => {
    const read = () =>
      readConfig(table, { PORT: "0" }, (config) =>
        config.port === 0 ? [{ option: "PORT", problem: "0 means any port.", mend: "Name one." }] : [],
      );
    expect(read).toThrow("PORT: 0 means any port. Name one.");
  });

  test("gives a value that nothing can change", () => {
    expect(Object.isFrozen(readConfig(table, {}))).toBe(true);
  });
});

describe("defineConfig", () => {
  test("refuses a default that is not of its own kind", () => {
    expect(() => defineConfig([{ name: "A", kind: integer(), default: "one", secret: false, sentence: "A." }])).toThrow(
      "must be a whole number",
    );
  });

  test("refuses a name that is there twice", () => {
    const row = { name: "A", kind: integer(), default: "1", secret: false, sentence: "A." };
    expect(() => defineConfig([row, row])).toThrow("twice");
  });
});

describe("configReference", () => {
  test("writes one row an option, with secrets marked and bars escaped", () => {
    const lines = configReference(table).trimEnd().split("\n");
    expect(lines).toHaveLength(2 + table.length);
    expect(lines).toContain("| `PORT` | a whole number from 0 to 65535 | `8787` | Where. |");
    expect(lines).toContain("| `CODE_SECRET` | text of 16 characters or more (secret) | none | Sssh. |");
    expect(lines.find((line) => line.includes("CODE_STRATEGY"))).toContain("a\\|b.");
  });
});

const accepted: readonly (readonly [string, ConfigKind, string, unknown])[] = [
  ["integer", integer(), "0", 0],
  ["integer", integer({ min: -5 }), "-5", -5],
  ["on", onOff(), "on", true],
  ["off", onOff(), "off", false],
  ["milliseconds", duration(), "250ms", 250],
  ["seconds", duration(), "10s", 10_000],
  ["minutes", duration(), "5m", 300_000],
  ["hours", duration(), "2h", 7_200_000],
  ["days", duration(), "1d", 86_400_000],
  ["no time at all", duration(), "0s", 0],
  ["bytes", bytes(), "512B", 512],
  ["gibibytes", bytes(), "1GiB", 1_073_741_824],
  ["path", path(), "./data", "./data"],
  ["list", list(integer()), "1, 2,3", [1, 2, 3]],
  ["text", text(), "a b", "a b"],
];

const refused: readonly (readonly [string, ConfigKind, string])[] = [
  ["an integer with a fraction", integer(), "1.5"],
  ["an integer in hexadecimal", integer(), "0x10"],
  ["an integer with an exponent", integer(), "1e3"],
  ["an integer with a space", integer(), "1 "],
  ["an integer beyond what a number holds", integer(), "9007199254740993"],
  ["an integer below its bound", integer({ min: 1 }), "0"],
  ["an integer above its bound", integer({ max: 1 }), "2"],
  ["true for on", onOff(), "true"],
  ["ON in capitals", onOff(), "ON"],
  ["a name of Object's prototype for on", onOff(), "constructor"],
  ["a duration without a unit", duration(), "10"],
  ["a duration with a fraction", duration(), "1.5s"],
  ["a negative duration", duration(), "-1s"],
  ["a duration of an unknown unit", duration(), "1w"],
  ["a duration too long for a number", duration(), "9999999999999999d"],
  ["decimal megabytes", bytes(), "64MB"],
  ["bytes in a wrong letter case", bytes(), "64mib"],
  ["a URL of another scheme", url("http:", "https:"), "ftp://x"],
  ["a URL without slashes", url("http:"), "http:x"],
  ["a relative URL", url("http:"), "//x"],
  ["a URL that begins with a space", url("http:"), " http://x"],
  ["a path with NUL", path(), "a\0b"],
  ["a list with a gap", list(integer()), "1,,2"],
  ["text with a line break", text(), "a\nb"],
  ["text that is too short", text({ minLength: 2 }), "a"],
];

describe("the kinds of options", () => {
  test.each(accepted)("accept: %s", (_, kind, value, expected) => {
    expect(kind.parse(value)).toEqual(expected);
  });

  test.each(refused)("refuse: %s", (_, kind, value) => {
    expect(() => kind.parse(value)).toThrow(/must be/);
  });

  test("name the part of a list that is at fault, shortened", () => {
    expect(() => list(integer()).parse("1, two,3")).toThrow(/^In it, "two" is at fault\. It must be a whole number/);
    expect(() => list(integer()).parse(`1,${"x".repeat(5000)}`)).toThrow(/^.{100,200}$/);
  });

  test("reads a URL whatever the case of its scheme", () => {
    expect(url("http:", "https:").parse("HTTPS://Sho.rt").href).toBe("https://sho.rt/");
  });
});
