import type { RequestPlan } from "./load/request-plan.ts";
import type { RunningSubject } from "./subject.ts";

/**
 * A plan that creates links, each to another destination.
 *
 * @param series Keeps the destinations of one run apart from those of another.
 */
export function createPlan(server: RunningSubject, series: string): RequestPlan {
  if (server.create === undefined) throw new Error(`${server.name} cannot create links.`);
  const { path, headers, field } = server.create;
  const destination = `https://example.com/${series}/{n}/a-headline-of-usual-length?utm_source=newsletter`;
  return {
    method: "POST",
    paths: [path],
    firstPath: 0,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ [field]: destination }),
    firstNumber: 0,
    expectedStatus: 201,
  };
}
