import { describe, expect, test } from "vitest";
import { bringServices } from "../services/bring-services.ts";
import { debianProgram } from "../services/debian-program.ts";
import type { ServiceState, TestService } from "../services/service.ts";

function service(name: string, state: ServiceState): TestService {
  return { name, bring: () => Promise.resolve(state) };
}

const database = service("database", { kind: "started", address: "tcp://127.0.0.1:1" });
const missing = service("missing", { kind: "skipped", reason: "not installed" });

describe("the services of the system tests", () => {
  test("are each announced in one line, and found by name when they could be had", async () => {
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const { addresses } = await bringServices([database, missing], { deadlineMs: 1000, required: false, say });
    expect(lines).toEqual(["service database: started tcp://127.0.0.1:1", "service missing: skipped, not installed"]);
    expect(addresses).toEqual({ database: "tcp://127.0.0.1:1" });
  });

  test("fail the run where they are required and one is missing, and stop those that started", async () => {
    const stopped: string[] = [];
    const stop = () => Promise.resolve(void stopped.push("database"));
    const started = service("database", { kind: "started", address: "tcp://127.0.0.1:1", stop });
    const options = { deadlineMs: 1000, required: true, say: () => {} };
    await expect(bringServices([started, missing], options)).rejects.toThrow("services are missing: missing");
    expect(stopped).toEqual(["database"]);
  });

  test("stop in the opposite order", async () => {
    const stopped: string[] = [];
    const both = ["first", "second"].map((name) =>
      service(name, { kind: "started", address: name, stop: () => Promise.resolve(void stopped.push(name)) }),
    );
    const services = await bringServices(both, { deadlineMs: 1000, required: false, say: () => {} });
    await services.stop();
    expect(stopped).toEqual(["second", "first"]);
  });
});

describe("a program from Debian's packages", () => {
  test("is found where it is installed and works", async () => {
    const shell = debianProgram({ program: "sh", debianPackage: "dash", probe: ["-c", "exit 0"] });
    expect(await shell.bring(15_000)).toMatchObject({ kind: "found", address: expect.stringMatching(/\/sh$/) });
  });

  test("is skipped, with the reason, where it is installed and does not work", async () => {
    const shell = debianProgram({ program: "sh", debianPackage: "dash", probe: ["-c", "exit 1"] });
    expect(await shell.bring(15_000)).toMatchObject({
      kind: "skipped",
      reason: expect.stringContaining("does not work"),
    });
  });
});
