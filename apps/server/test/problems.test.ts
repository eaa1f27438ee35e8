import { linkErrors, LinkError, StoreError } from "@narrows/links";
import { describe, expect, it } from "vitest";
import { problemBody, problemOf, problemTable, type ProblemCode } from "../src/problems/index.ts";

const rows = Object.entries(problemTable);

describe("problemTable", () => {
  it("knows every refusal of the link rules", () => {
    expect(Object.keys(linkErrors).filter((code) => !Object.hasOwn(problemTable, code))).toEqual([]);
  });

  it("says in both languages what happened and how to mend it", () => {
    for (const [code, { title, mend }] of rows) {
      expect(
        [title.en, mend.en].every((text) => /^[A-Z].*\.$/.test(text)),
        code,
      ).toBe(true);
      expect(
        [title.ko, mend.ko].every((text) => /[가-힣].*\.$/.test(text)),
        code,
      ).toBe(true);
    }
  });

  it("gives a 503 a time to try again, and nothing else but a key that has too much open", () => {
    for (const [code, { status, retryAfterSeconds }] of rows) {
      // Nobody knows when one of them will be closed. A limit knows, and says it itself.
      const hasTime = status === 503 || code === "STREAMS_TOO_MANY";
      expect(retryAfterSeconds !== undefined, code).toBe(hasTime);
    }
  });
});

describe("problemOf", () => {
  it("keeps code and field of a refusal", () => {
    expect(problemOf(new LinkError("ALIAS_TAKEN", "alias"))).toMatchObject({ code: "ALIAS_TAKEN", field: "alias" });
    expect(problemOf(new StoreError("STORE_FULL", "disk"))).toMatchObject({ code: "STORE_FULL" });
  });

  it.each(["EMFILE", "ENFILE"])("takes it for a state that passes when no file can be opened: %s", (code) => {
    const error = Object.assign(new Error(`${code}: too many open files`), { code, syscall: "open" });
    expect(problemOf(error)).toMatchObject({ code: "NOT_READY", field: undefined });
    expect(problemTable.NOT_READY.retryAfterSeconds).toBeGreaterThan(0);
  });

  it("tells nothing of what it does not know", () => {
    expect(problemOf(new Error("secret detail"))).toMatchObject({ code: "INTERNAL", field: undefined });
    expect(problemOf("text")).toMatchObject({ code: "INTERNAL" });
  });
});

describe("problemBody", () => {
  it("keeps markup out of what a client named", () => {
    const body = problemBody("UNKNOWN_FIELD", "en", { field: "<script>alert(1)</script>&" });
    expect(body).not.toMatch(/[<>&]/);
    expect(JSON.parse(body)).toMatchObject({ field: "<script>alert(1)</script>&" });
  });

  it("cuts a field's name that is too long", () => {
    const { field } = JSON.parse(problemBody("UNKNOWN_FIELD", "en", { field: "x".repeat(60_000) })) as {
      field: string;
    };
    expect(field).toHaveLength(101);
  });

  it("answers Korean when asked", () => {
    expect(problemBody("ALIAS_TAKEN" satisfies ProblemCode, "ko")).toContain("별칭");
  });
});
