import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { LoadRequest } from "./load-generator.ts";
import type { RequestPlan } from "./request-plan.ts";

/** Runs as a process of its own: `autocannon-program.ts FILE`, where FILE holds a LoadRequest as JSON. */
const request = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Omit<LoadRequest, "signal">;
const { plan } = request;

let requests = 0;
let unexpected = 0;
const startedAt = performance.now();
const result = await autocannon({
  url: request.origin,
  connections: request.connections,
  duration: request.seconds,
  timeout: 5,
  requests: [{ method: plan.method, headers: plan.headers, setupRequest: takeNext(plan), onResponse: count }],
});
const seconds = (performance.now() - startedAt) / 1000;
const errors = result.errors + result.timeouts + unexpected;
process.stdout.write(JSON.stringify({ requests, errors, seconds, p99Ms: result.latency.p99 }));

/** One counter for all connections: no two requests take the same path or number. */
function takeNext(taken: RequestPlan): (request: object) => object {
  let turn = 0;
  return (prepared) => {
    const path = taken.paths[(taken.firstPath + turn) % taken.paths.length] ?? "/";
    const body = taken.body.replace("{n}", String(taken.firstNumber + turn));
    turn += 1;
    return { ...prepared, path, ...(taken.method === "POST" && { body }) };
  };
}

function count(status: number): void {
  requests += 1;
  if (status !== plan.expectedStatus) unexpected += 1;
}
