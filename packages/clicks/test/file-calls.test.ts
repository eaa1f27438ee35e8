import { describe, expect, it } from "vitest";
import { FileCalls } from "../src/file-calls.ts";

describe("calls of files", () => {
  it("are over when they throw at once, and others of their subject begin", async () => {
    const calls = new FileCalls();
    const thrown = new Error("at once");
    const fail = () => {
      throw thrown;
    };
    for (let tries = 0; tries < 3; tries += 1) await expect(calls.run("a", fail)).rejects.toBe(thrown);
    expect(await calls.run("a", async () => "an answer")).toBe("an answer");
  });
});
