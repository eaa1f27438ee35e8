import { MultipleErrors, NetworkError, ResponseError, UserError } from "@platformatic/kafka";
import { describe, expect, it } from "vitest";
import { hasCode, tookNothing, unavailable } from "../../../src/logs/kafka/kafka-fault.ts";

const refused = new NetworkError("Connection to 192.0.2.1:9092 failed.", {
  cause: Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:9092"), { code: "ECONNREFUSED" }),
});
const cut = new NetworkError("Connection closed");

/** A broker's answer about partitions; 0 is that it took the records. */
function answer(...codes: readonly number[]): ResponseError {
  const faults = codes.flatMap((code, index) => (code === 0 ? [] : [[`/${index}`, [code, null]] as const]));
  const response = { responses: [{ partitionResponses: codes.map((errorCode, index) => ({ index, errorCode })) }] };
  return new ResponseError(0, 11, Object.fromEntries(faults) as Record<string, [number, null]>, response);
}
const tooLarge = 10;
const timedOut = 7;

describe("a fault of Kafka", () => {
  it.each([
    ["nobody listened", refused, true],
    ["nobody listened, again and again", new MultipleErrors("failed", [refused, refused]), true],
    ["the library could not send it", new UserError("Unknown topic clicks."), true],
    ["the broker refused all of it", answer(tooLarge, tooLarge), true],
    ["the broker took a part", answer(tooLarge, 0), false],
    ["the broker gave up waiting for its copies", answer(timedOut), false],
    ["the connection was cut", cut, false],
    ["the connection was cut, and then nobody listened", new MultipleErrors("failed", [cut, refused]), false],
    ["nothing is known", new Error("other"), false],
  ])("after which it is known that nothing landed, or not: %s", (_what, error, expected) => {
    expect(tookNothing(error)).toBe(expected);
  });

  it("is told by its code, without addresses", () => {
    expect(unavailable(new MultipleErrors("failed", [cut, refused]))).toMatchObject({
      code: "LOG_UNAVAILABLE",
      message: expect.stringMatching(/Kafka: ECONNREFUSED\.$/) as string,
    });
    expect(unavailable(refused).message).not.toContain("192.0.2.1");
    expect(hasCode(answer(tooLarge), "MESSAGE_TOO_LARGE")).toBe(true);
  });
});
