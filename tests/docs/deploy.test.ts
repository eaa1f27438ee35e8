import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { problemTable } from "@narrows/server";
import { readServerConfig } from "@narrows/server/config";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const defaults = readServerConfig({});

describe("deploy/nginx/narrows.conf", () => {
  const text = read("deploy/nginx/narrows.conf");

  test("lets a body through that the service takes, and no larger one", () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]);
    expect(problemTable.BODY_TOO_LARGE.mend.en).toContain(`${megabytes} MiB`);
  });

  test("listens on IPv6 wherever it listens on IPv4", () => {
    const listens = (start: RegExp) => [...text.matchAll(start)].map((match) => match[1]);
    expect(listens(/listen (\d.*);/g)).toHaveLength(3);
    expect(listens(/listen \[::\]:(\d.*);/g)).toEqual(listens(/listen (\d.*);/g));
  });

  test("goes to where the service listens", () => {
    expect(text).toContain(`server ${defaults.host}:${defaults.port};`);
  });
});

describe("deploy/systemd/narrows.service", () => {
  const text = read("deploy/systemd/narrows.service");
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";

  test("starts what is there", () => {
    const [node = "", entry = ""] = value("ExecStart").split(" ");
    const inCheckout = relative(value("WorkingDirectory"), node);
    expect([inCheckout, entry].map((path) => existsSync(join(root, path)))).toEqual([true, true]);
  });

  test("waits longer for the stop than the service takes, and lets it have its connections", () => {
    expect(Number(value("TimeoutStopSec")) * 1000).toBeGreaterThan(defaults.stopDeadlineMs + 1_000);
    expect(Number(value("LimitNOFILE"))).toBeGreaterThan(defaults.maxConnections);
  });

  test("does not start again what a wrong configuration ended", () => {
    expect([value("Restart"), value("RestartPreventExitStatus")]).toEqual(["always", "2"]);
  });
});
