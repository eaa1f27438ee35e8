import { describe, expect, it } from "vitest";
import { createQrCodes } from "../src/pages/qr-code.ts";

describe("createQrCodes", () => {
  const drawn: string[] = [];
  const draw = async (url: string): Promise<string> => {
    drawn.push(url);
    if (url === "broken") throw new Error("no drawing");
    return `<${url}>`;
  };

  it("draws what is asked for again once, and forgets what was longest not asked for", async () => {
    const qrCode = createQrCodes(draw, 2);
    const answers: string[] = [];
    for (const url of ["a", "b", "a", "c", "a", "b"]) answers.push(await qrCode(url));
    expect(answers).toEqual(["<a>", "<b>", "<a>", "<c>", "<a>", "<b>"]);
    expect(drawn.splice(0)).toEqual(["a", "b", "c", "b"]);
  });

  it("remembers no failure", async () => {
    const qrCode = createQrCodes(draw, 2);
    for (const _ of [1, 2]) await expect(qrCode("broken")).rejects.toThrow("no drawing");
    expect(drawn.splice(0)).toEqual(["broken", "broken"]);
  });
});
