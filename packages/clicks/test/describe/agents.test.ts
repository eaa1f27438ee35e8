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

/** What stands on the list of programs and counts as a human, by a part of the user agent, each with the reason. */
const exceptions = [
  ["Instagram 406.0.0.58.159", "A reader in the browser inside of Instagram; the list means the build of Android."],
  ["MetaIAB Facebook", "A reader in the browser inside of Facebook (IAB: in-app browser)."],
  ["Code/1.115.0", "A reader in the browser inside of Visual Studio Code; an agent there sends the same."],
  ["Trae/1.107.1", "A reader in the browser inside of Trae, an editor; an agent there sends the same."],
  ["Fluid/0.9.6", "A browser of Macs that makes a program of one site, with a reader before it."],
  ["TSM-turingos", "A browser of a Mac but for this word; nothing but the list says that it is a program's."],
] as const;

test("programs that say what they are do not count as humans, but for some that are readers or look like them", () => {
  const agents = agentsIn("bots.txt");
  expect(agents.length).toBeGreaterThan(2_100);
  const humans = agents.filter(passesForHuman);
  const unexplained = humans.filter((agent) => !exceptions.some(([part]) => agent.includes(part)));
  expect(unexplained).toEqual([]);
  for (const [part, reason] of exceptions)
    expect(
      humans.filter((agent) => agent.includes(part)),
      reason,
    ).toHaveLength(1);
});

test("the most frequent browsers count as humans", () => {
  const agents = agentsIn("browsers.txt");
  expect(agents.length).toBeGreaterThan(90);
  expect(agents.filter((agent) => !passesForHuman(agent))).toEqual([]);
});
