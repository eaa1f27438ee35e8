import type { RequestPlan } from "./load/request-plan.ts";
import type { RunningSubject } from "./subject.ts";

/** What people ask of a list: the newest, codes that begin so, links to a host. */
const queries = ["limit=100", "q=b0&limit=100", "q=example.com&limit=100", "limit=1000"];

/** A plan that lists links, each time in another way. */
export function listPlan(server: RunningSubject): RequestPlan {
  if (server.create === undefined) throw new Error(`${server.name} cannot list links.`);
  return {
    method: "GET",
    paths: queries.map((query) => `${server.create?.path}?${query}`),
    firstPath: 0,
    headers: server.create.headers,
    body: "",
    firstNumber: 0,
    expectedStatus: 200,
  };
}
