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
    expect(listens(/listen (\d.*);/g)).toHaveLength(4);
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

describe("deploy/systemd/narrows-click-writer.service", () => {
  const lines = (path: string) => new Set(read(path).split("\n"));
  const service = lines("deploy/systemd/narrows.service");
  const writer = lines("deploy/systemd/narrows-click-writer.service");

  test("is the service's, but for what it starts", () => {
    expect([...writer].find((line) => line.startsWith("ExecStart="))).toMatch(/narrows\.js click-writer$/);
    const missing = [...service].filter((line) => /^[A-Z]\w+=/.test(line) && !writer.has(line));
    expect(missing.map((line) => line.split("=")[0])).toEqual([
      "Description",
      "After",
      "ExecStart",
      "ExecReload",
      "LimitNOFILE",
    ]);
  });
});

describe("deploy/edge", () => {
  const nginx = read("deploy/edge/nginx/narrows-edge.conf");
  const varnish = read("deploy/edge/varnish/narrows-edge.vcl");
  const unit = read("deploy/edge/narrows-edge-agent.service");

  test("asks where the service listens", () => {
    expect(nginx).toContain(`server ${defaults.host}:${defaults.port};`);
    expect(varnish).toContain(`.host = "${defaults.host}";\n  .port = "${defaults.port}";`);
  });

  test("looks for the list where the agent keeps it, and hands purges to it", () => {
    const [, folder = "", port = ""] = /edge-agent --folder (\S+) --listen (\d+)$/m.exec(unit) ?? [];
    for (const kind of ["heard", "deny", "bypass"]) {
      for (const text of [nginx, varnish]) expect(text).toContain(`${folder}/${kind}/`);
    }
    expect(nginx).toContain(`proxy_pass http://127.0.0.1:${port};`);
    expect(unit).toContain(`RuntimeDirectory=${folder.replace("/run/", "")}\n`);
  });

  test("starts what is there, and not again what a wrong option ended", () => {
    const [, node = "", entry = ""] = /^ExecStart=(\S+) (\S+) /m.exec(unit) ?? [];
    expect([relative("/opt/narrows", node), entry].map((path) => existsSync(join(root, path)))).toEqual([true, true]);
    expect(unit).toContain("RestartPreventExitStatus=2\n");
  });

  test("lets a body through that the service takes, and keeps no copy longer than its list", () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]);
    expect(problemTable.BODY_TOO_LARGE.mend.en).toContain(`${megabytes} MiB`);
    expect(nginx).toContain("proxy_cache_use_stale off;");
    expect(varnish).toMatch(/beresp\.grace = 0s;\n\s+set beresp\.keep = 0s;/);
  });
});
