import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { changeErrorFrom, ConnectionLost, storeErrorFrom } from "../src/stores/postgres/postgres-error.ts";

/** As the client makes it from what the server sends, which its types do not tell. */
function serverError(code: string, severity = "ERROR"): Error {
  const Make = postgres.PostgresError as unknown as new (fields: object) => Error;
  return new Make({ message: "said the server", code, severity });
}

describe("a failure of PostgreSQL", () => {
  it.each([
    ["55P03", "STORE_LOCKED"],
    ["40P01", "STORE_LOCKED"],
    ["40001", "STORE_LOCKED"],
    ["53100", "STORE_FULL"],
    ["53300", "STORE_OVERLOADED"],
    ["53200", "STORE_OVERLOADED"],
    ["57014", "STORE_OVERLOADED"],
    ["57P01", "STORE_UNAVAILABLE"],
    ["57P03", "STORE_UNAVAILABLE"],
    ["25006", "STORE_UNAVAILABLE"],
    ["25P03", "STORE_UNAVAILABLE"],
    ["08006", "STORE_UNAVAILABLE"],
    ["28P01", "STORE_UNAVAILABLE"],
    ["42P01", "STORE_UNAVAILABLE"],
    ["42501", "STORE_UNAVAILABLE"],
    ["58030", "STORE_UNAVAILABLE"],
    ["XX001", "STORE_UNAVAILABLE"],
    ["ZZ999", "STORE_UNAVAILABLE"],
    ["22021", "ROW_REFUSED"],
    ["23514", "ROW_REFUSED"],
    ["54000", "ROW_REFUSED"],
  ])("with SQLSTATE %s is %s, for reads and for changes", (state, code) => {
    expect(storeErrorFrom(serverError(state))).toMatchObject({ code });
    expect(changeErrorFrom(serverError(state))).toMatchObject({ code });
  });

  it("leaves the outcome of a change unknown when the connection was lost or ended by the server", () => {
    const [lost, ended] = [new ConnectionLost("gone"), serverError("57P01", "FATAL")];
    for (const error of [lost, ended]) {
      expect(storeErrorFrom(error)).toMatchObject({ code: "STORE_UNAVAILABLE" });
      expect(changeErrorFrom(error)).toMatchObject({ code: "STORE_OUTCOME_UNKNOWN", cause: error });
    }
  });

  it("that is the program's own comes back as it is", () => {
    const error = new TypeError("a defect");
    expect(storeErrorFrom(error)).toBe(error);
    expect(changeErrorFrom(error)).toBe(error);
  });
});
