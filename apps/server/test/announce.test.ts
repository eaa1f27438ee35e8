import { createLogger, type LogLevel } from "@narrows/service";
import { expect, it } from "vitest";
import { announce } from "../src/announce.ts";

function linesAt(level: LogLevel): readonly string[] {
  const lines: string[] = [];
  const log = createLogger({ level, write: (line) => lines.push(line) });
  announce(log)({ url: "https://sho.rt", host: "127.0.0.1", port: 8787, adminKeyFile: "/data/admin-key" });
  log.info("not at every level");
  return lines;
}

it.each(["warn", "error", "fatal"] as const)("says where the service answers and where the key is at %s", (level) => {
  expect(linesAt(level)).toHaveLength(1);
  expect(JSON.parse(linesAt(level).join(""))).toMatchObject({
    level: "info",
    url: "https://sho.rt",
    msg: "Narrows answers at https://sho.rt; the administrator's key is in /data/admin-key",
  });
});

it("says nothing when the log is silent", () => {
  expect(linesAt("silent")).toEqual([]);
});
