import { parseBase62 } from "@narrows/codes";
import { describe, expect, it } from "vitest";
import { createCodes } from "../src/codes.ts";

describe("createCodes", () => {
  it("passes over words that are reserved, such as those of later versions of the API", async () => {
    let number = parseBase62("v3") - 1n;
    const codes = createCodes({
      name: "sequence",
      secret: "unused",
      store: { nextNumber: async () => (number += 1n) },
      lease: undefined,
    });
    expect(await codes.next({ destination: "https://example.com/", attempt: 0 })).toBe("va");
  });
});
