import type { Click } from "../../src/click.ts";
import { sampleClick } from "../../src/testing/sample-click.ts";
import type { Visit } from "../../src/visit.ts";

const at = Date.UTC(2026, 0, 15, 12);

/** A visit whose number stands in its target. */
export function sampleVisit(index: number, changes: Partial<Visit> = {}): Visit {
  return {
    domain: "",
    code: "AbC123Z",
    at: at + index,
    method: "GET",
    status: 302,
    remoteAddress: "192.0.2.1",
    rawHeaders: ["Host", "example.com", "User-Agent", "Mozilla/5.0"],
    target: `/AbC123Z?${index}`,
    destination: "https://example.com/",
    ...changes,
  };
}

/** Makes the click with the same number. */
export function describeVisit({ target }: Visit): Click {
  return sampleClick(Number(target.split("?")[1]));
}
