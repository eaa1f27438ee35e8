import { describe, expect, it } from "vitest";
import { dataDirFault } from "../src/start-fault.ts";

const fault = (code: string): string =>
  dataDirFault(Object.assign(new Error(code), { code, path: "/data/narrows.db" }), "/data").message;

describe("dataDirFault", () => {
  it("names the path, the user and the system's code where the user may not", () => {
    expect(fault("EACCES")).toMatch(
      /DATA_DIR: \/data\/narrows\.db may not be .* the user with the id \d+ \(EACCES\)\. /,
    );
  });

  it("names the system's code for what nobody foresaw", () => {
    expect(fault("ENOSPC")).toMatch(/\/data\/narrows\.db .*\(ENOSPC\)\. Name another folder\.$/);
  });
});
