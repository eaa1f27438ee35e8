import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClassifier } from "@narrows/clicks/describe";
import { expect, test } from "vitest";
import { sampleVisit } from "./sample-visit.ts";

const { classOf } = createClassifier();

function agentsIn(file: string): readonly string[] {
  const [, ...agents] = readFileSync(join(import.meta.dirname, "fixtures", file), "utf8")
    .trim()
    .split("\n");
  return agents;
}

const passesForHuman = (agent: string) => classOf(sampleVisit({ "User-Agent": agent })) === "human";

test("programs that say what they are do not count as humans", () => {
  const agents = agentsIn("bots.txt");
  expect(agents.length).toBeGreaterThan(400);
  expect(agents.filter(passesForHuman)).toEqual([]);
});

test("the most frequent browsers count as humans", () => {
  const agents = agentsIn("browsers.txt");
  expect(agents.length).toBeGreaterThan(90);
  expect(agents.filter((agent) => !passesForHuman(agent))).toEqual([]);
});
