import { expect, it } from "vitest";
import { retryPauseMs } from "../../src/presets/open-database-server.ts";

it("lets nodes that were refused by a database together try again at different times", () => {
  const pauses = [0, 0.25, 0.5, 0.75].map((share) => retryPauseMs(() => share));
  expect(pauses).toEqual([100, 200, 300, 400]);
});
