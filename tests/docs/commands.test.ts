import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "@narrows/cli/src/commands/index.ts";
import { createProgram } from "@narrows/cli/src/program.ts";
import { sayIn } from "@narrows/cli/src/texts/say.ts";
import { describe, expect, test } from "vitest";
import { readMarkdownFiles } from "./markdown-files.ts";
import { commandsOf, type ShellCommand } from "./shell-commands.ts";

const root = join(import.meta.dirname, "..", "..");
const files = readMarkdownFiles(root);
const inBlocks = files.flatMap(({ path, codeBlocks }) =>
  codeBlocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => commandsOf(text, ["npm", "npx", "sudo"]))
    .map((words) => ({ path, words })),
);
/** In a sentence, `npm` may be meant as a program and `…` as anything: only whole commands are judged. */
const inSentences = files.flatMap(({ path, codeSpans }) =>
  codeSpans
    .filter((span) => /^npm run (?:-s )?narrows -- [^…]+$/.test(span))
    .flatMap((span) => commandsOf(span, ["npm"]))
    .map((words) => ({ path, words })),
);
/** What help, errors and pages print; `{name}` stands for what is known when it is printed. */
const inTexts = globSync("apps/{cli,server}/src/**/*.ts", { cwd: root }).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/`(npm run narrows -- [^`{…]+)`/g)]
    .flatMap((match) => commandsOf(match[1] ?? "", ["npm"]))
    .map((words) => ({ path, words })),
);
const printed = [...inBlocks, ...inSentences, ...inTexts];

/** Reads the arguments as `narrows` would, and does nothing. Help is an end, and no fault. */
async function parse(args: readonly string[]): Promise<void> {
  const program = createProgram({ commands, say: sayIn("en"), run: async () => {} });
  program.configureOutput({ writeOut: () => {} });
  for (const command of program.commands) command.configureOutput({ writeOut: () => {} });
  await program.parseAsync(args, { from: "user" }).catch((error: unknown) => {
    if (!(error instanceof Error && "exitCode" in error && error.exitCode === 0)) throw error;
  });
}

/** The entry point's arguments, where a command is run as another user and past npm. */
function entryArguments(words: ShellCommand): ShellCommand | undefined {
  const entry = words.indexOf("apps/cli/bin/narrows.js");
  return entry === -1 ? undefined : words.slice(entry + 1);
}

async function problemOf([program, ...args]: ShellCommand): Promise<string | undefined> {
  // Outside the checkout npx would fetch whatever has that name in the registry.
  if (program === "npx" && args[0] === "narrows") return "is only ours inside the checkout: write `npm run narrows --`";
  const [narrows, rest] = splitAt(args, args.indexOf("--"));
  if (program === "sudo") return problemOf(["npm", "run", "narrows", "--", ...(entryArguments(args) ?? ["--help"])]);
  if (program === "npm" && /^run (?:-s )?narrows$/.test(narrows.join(" "))) {
    return parse(rest).then(
      () => undefined,
      (error: unknown) => String(error),
    );
  }
  if (program === "npx") return ["vitest"].includes(args[0] ?? "") ? undefined : "is not installed";
  if (args[0] === "ci") return undefined;
  const script = args[0] === "run" ? args[1] : args[0];
  return script !== undefined && script in scripts() ? undefined : "is no script of package.json";
}

function splitAt(words: ShellCommand, index: number): readonly [ShellCommand, ShellCommand] {
  return index === -1 ? [words, []] : [words.slice(0, index), words.slice(index + 1)];
}

function scripts(): Readonly<Record<string, string>> {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }).scripts;
}

describe("the commands that the documents and the programs print", () => {
  test("are found", () => {
    const texts = printed.map(({ words }) => words.join(" "));
    expect(texts).toEqual(
      expect.arrayContaining(["npm ci", "npm start", "npm test", "npm run narrows -- db backup backup.db"]),
    );
  });

  test("are found in sentences, behind sudo and in what the programs print too", () => {
    expect(inSentences.map(({ words }) => words.slice(4, 6).join(" "))).toEqual(
      expect.arrayContaining(["db migrate", "keys create"]),
    );
    expect(inBlocks.flatMap(({ words }) => entryArguments(words)?.slice(0, 2).join(" ") ?? [])).toEqual(
      expect.arrayContaining(["keys list", "db backup", "db restore"]),
    );
    expect(inTexts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["apps/cli/src/texts/korean.ts", "apps/server/src/pages/docs/docs-texts.ts"]),
    );
  });

  test("exist, with the options and arguments that are printed", async () => {
    const problems: string[] = [];
    for (const { path, words } of printed) {
      const problem = await problemOf(words);
      if (problem !== undefined) problems.push(`${path}: ${words.join(" ")}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  test.each([
    ["an unknown script", "npm run no-such-script"],
    ["an unknown command", "npm run narrows -- links shorten https://example.com"],
    ["an unknown option", "npm run narrows -- links list --no-such-option"],
    ["a missing argument", "npm run -s narrows -- db restore"],
    ["a missing option", "npm run narrows -- keys create --scopes stats:read"],
    ["an unknown command behind sudo", "sudo -u narrows node apps/cli/bin/narrows.js db clone"],
    ["a name that npx would look up", "npx narrows links list"],
    ["an unknown program", "npx no-such-program"],
  ])("are seen to be wrong with %s", async (_, text) => {
    expect(await problemOf(text.split(" "))).toBeDefined();
  });
});

describe("the shell text of a document", () => {
  test("is taken apart into commands and words", () => {
    const text =
      "npm ci && npm start # both\nkey=$(npx narrows keys list \\\n  --json | head)\nnpx narrows links create 'a b'";
    expect(commandsOf(text, ["npm", "npx"])).toEqual([
      ["npm", "ci"],
      ["npm", "start"],
      ["npx", "narrows", "keys", "list", "--json"],
      ["npx", "narrows", "links", "create", "a b"],
    ]);
  });
});
