import { expect, test } from "vitest";
import { createLogger, type LogLevel } from "../src/index.ts";

function logInto(level: LogLevel) {
  const lines: string[] = [];
  return { lines, log: createLogger({ level, write: (line) => lines.push(line) }) };
}

test("a record is one line of JSON with level, time and message", () => {
  const { lines, log } = logInto("info");
  log.info({ port: 8787 }, "Listening.");
  expect(lines).toHaveLength(1);
  const record = JSON.parse(lines.join(""));
  expect(record).toEqual({ level: "info", time: record.time, port: 8787, msg: "Listening." });
  expect(new Date(record.time).toISOString()).toBe(record.time);
});

test("records below the level are left out", () => {
  const { lines, log } = logInto("warn");
  log.info("quiet");
  log.warn("loud");
  expect(lines).toHaveLength(1);
});

test("keys, secrets and destinations are withheld wherever they stand", () => {
  const { lines, log } = logInto("info");
  log.info({
    authorization: "S1",
    longUrl: "S2",
    req: { headers: { authorization: "S3", cookie: "S4" }, destination: "S5" },
    config: { adminKey: "S6", codeSecret: "S7" },
    key: "S8",
    secret: "S9",
  });
  expect(lines.join("")).not.toMatch(/S\d/);
  expect(lines.join("").match(/\[withheld\]/g)).toHaveLength(9);
});

test("a child's own fields are withheld too", () => {
  const { lines, log } = logInto("info");
  log.child({ authorization: "S1" }).info("x");
  expect(lines.join("")).not.toContain("S1");
});

test("an error says what its causes say, once, with all their stacks", () => {
  const { lines, log } = logInto("info");
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  log.error({ err: new Error("PostgreSQL: connect ECONNREFUSED 127.0.0.1:5432.", { cause: refused }) }, "It fails.");
  log.error(new Error("It cannot be read.", { cause: refused }));
  const circle = new Error("It goes round.");
  circle.cause = new Error("And round.", { cause: circle });
  log.error({ err: circle });
  const [made, told, round] = lines.map((line) => (JSON.parse(line) as { err: Record<string, string> }).err);
  expect(made).toMatchObject({ type: "Error", message: "PostgreSQL: connect ECONNREFUSED 127.0.0.1:5432." });
  expect(made?.["stack"]).toMatch(/caused by: Error: connect ECONNREFUSED/);
  expect(told?.["message"]).toBe("It cannot be read.: connect ECONNREFUSED 127.0.0.1:5432");
  expect(round?.["message"]).toBe("It goes round.: And round.");
});
