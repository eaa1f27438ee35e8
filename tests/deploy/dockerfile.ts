/** One line of a Dockerfile: what it says to do, and the rest. */
export type Instruction = { readonly name: string; readonly value: string };

/** Splits a Dockerfile into its stages, each beginning with its FROM. Comments are left out, continued lines joined. */
export function parseDockerfile(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`"${line}" stands before any FROM.`);
    stage.push({ name, value });
  }
  return stages;
}

/** The values of all instructions of a name. */
export function valuesOf(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ value }) => value);
}

/** The variables that ENV sets. */
export function environmentOf(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = valuesOf(stage, "ENV").flatMap((value) => value.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2)));
}

/** The words of an ENTRYPOINT, CMD or HEALTHCHECK in its form without a shell. */
export function wordsOf(value: string): readonly string[] {
  return JSON.parse(value.slice(value.indexOf("["))) as string[];
}
