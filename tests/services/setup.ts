import type { TestProject } from "vitest/node";
import { bringServices } from "./bring-services.ts";
import { testServices } from "./table.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of each service that could be had, by name: `inject("services")["strace"]`. */
    readonly services: Readonly<Record<string, string>>;
  }
}

/** Runs once before the system tests; what it returns runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await bringServices(testServices, {
    deadlineMs: 180_000,
    required: process.env["REQUIRE_SERVICES"] === "1",
    say: (line) => console.log(line),
  });
  project.provide("services", services.addresses);
  return () => services.stop();
}
