import { describe, expect, it } from "vitest";

type CreateBody = (fields: { longUrl: string; alias: string; expiresAt: string }) => object | undefined;
type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type IdempotencyKeys = { keyFor(body: string): string; succeeded(): void };

// The scripts are served as they are and have no types of their own; these are the ones that their comments state.
const { completeDestination, createBody, instantWithZone } = (await importAsset("create-body.js")) as {
  completeDestination: (text: string) => string;
  createBody: CreateBody;
  instantWithZone: (date: Date) => string | undefined;
};
const { createIdempotencyKeys } = (await importAsset("idempotency-key.js")) as {
  createIdempotencyKeys: (newKey?: () => string) => IdempotencyKeys;
};
const { keepDraft, takeDraft } = (await importAsset("form-draft.js")) as {
  keepDraft: (draft: object, storage: () => TabStorage) => void;
  takeDraft: (storage: () => TabStorage) => object | undefined;
};

function importAsset(name: string): Promise<unknown> {
  return import(new URL(`../src/pages/assets/${name}`, import.meta.url).href);
}

describe("an instant that the form sends", () => {
  it.each([
    ["2030-01-01T00:00:00Z", -540, "2030-01-01T09:00:00+09:00"],
    ["2030-01-01T00:00:00Z", 0, "2030-01-01T00:00:00+00:00"],
    ["2030-01-01T00:00:00Z", 210, "2029-12-31T20:30:00-03:30"],
    ["2030-01-01T00:00:00Z", -345, "2030-01-01T05:45:00+05:45"],
    ["2030-06-30T23:59:59Z", 720, "2030-06-30T11:59:59-12:00"],
  ])("is %s at %i minutes from UTC as %s", (instant, timezoneOffset, written) => {
    const date = Object.assign(new Date(instant), { getTimezoneOffset: () => timezoneOffset });
    expect(instantWithZone(date)).toBe(written);
    expect(Date.parse(written)).toBe(Date.parse(instant));
  });

  it("is none where the date cannot be read", () => {
    expect(instantWithZone(new Date("2030-13-01T00:00"))).toBeUndefined();
    expect(createBody({ longUrl: "https://example.com/", alias: "", expiresAt: "12030-01-01T00:00" })).toBeUndefined();
  });

  it("means what the field shows", () => {
    const body = createBody({ longUrl: "https://example.com/", alias: "", expiresAt: "2030-01-01T10:30" });
    expect(body).toHaveProperty("expiresAt", expect.stringMatching(/^2030-01-01T10:30:00[+-]\d\d:\d\d$/));
  });
});

describe("the body that the form sends", () => {
  it("leaves out what was left empty", () => {
    const body = createBody({ longUrl: "https://example.com/", alias: "", expiresAt: "" });
    expect(body).toEqual({ longUrl: "https://example.com/" });
  });

  it("keeps the alias as it was typed", () => {
    const body = createBody({ longUrl: "https://example.com/", alias: " a/b", expiresAt: "" });
    expect(body).toEqual({ longUrl: "https://example.com/", alias: " a/b" });
  });
});

describe("a destination that was typed", () => {
  it.each(["example.com", "example.com/a?b=c#d", "example.com:8080/x", "www.예시.kr/가", "a-b.co.uk?x"])(
    "gets https:// where it begins like a host: %s",
    (text) => {
      expect(completeDestination(text)).toBe(`https://${text}`);
    },
  );

  it.each([
    "https://example.com/ä b",
    "HTTP://example.com",
    "mailto:a@example.com",
    "javascript:alert(1)",
    "//example.com",
    "/path.html",
    "localhost:8080/x",
    "user@example.com",
    "user:pass@example.com/",
    "a b.com",
    "example",
    "example.",
    "",
  ])("stays as it is for the service to judge: %j", (text) => {
    expect(completeDestination(text)).toBe(text);
  });
});

describe("the Idempotency-Key of the form", () => {
  it("stays the same while the same request is repeated", () => {
    const keys = createIdempotencyKeys();
    const first = keys.keyFor('{"a":1}');
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.keyFor('{"a":1}')).toBe(first);
  });

  it("is new for another request, and after one that succeeded", () => {
    const keys = createIdempotencyKeys();
    const first = keys.keyFor("one");
    const second = keys.keyFor("two");
    keys.succeeded();
    const third = keys.keyFor("two");
    expect(new Set([first, second, third]).size).toBe(3);
  });
});

describe("what was typed before the language is changed", () => {
  const draft = {
    longUrl: "https://example.com/",
    alias: "a",
    expiresAt: "",
    result: { shortUrl: "https://sho.rt/a" },
  };
  const tab = (stored = new Map<string, string>()) => ({
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });

  it("is there in the other language, once", () => {
    const storage = tab();
    keepDraft(draft, () => storage);
    expect(takeDraft(() => storage)).toEqual(draft);
    expect(takeDraft(() => storage)).toBeUndefined();
  });

  it("is nothing where storage is switched off or holds something else", () => {
    const off = (): TabStorage => {
      throw new Error("switched off");
    };
    keepDraft(draft, off);
    expect(takeDraft(off)).toBeUndefined();
    for (const text of ["{", "[]", '{"longUrl":1}']) {
      expect(takeDraft(() => tab(new Map([["narrows.draft", text]])))).toBeUndefined();
    }
  });
});
