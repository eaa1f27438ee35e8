import { autocannon } from "./autocannon.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { wrk } from "./wrk.ts";

/** wrk where it is installed, because it needs a third of the CPU for the same load; else autocannon. */
export async function chooseGenerator(): Promise<LoadGenerator> {
  return (await wrk.version()) === undefined ? autocannon : wrk;
}
