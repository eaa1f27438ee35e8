import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { CliCommand } from "./cli-command.ts";
import type { Say, TextKey } from "./texts/say.ts";

export type ProgramOptions = {
  readonly commands: readonly CliCommand[];
  readonly say: Say;
  /** Called with the one command that was asked for. */
  readonly run: (called: CliCommand, command: Command) => Promise<void>;
};

/** What people type: the command line is there inside the checkout alone. */
const programName = "npm run narrows --";

/** Puts the commands together into the program that reads the arguments. Nothing is written or ended by it. */
export function createProgram({ commands, say, run }: ProgramOptions): Command {
  const program = dress(new Command(programName), say)
    .description(say("program"))
    .version(readVersion(), "--version", say("version.option"));
  for (const entry of commands) {
    const command = addCommand(program, entry.name, say).description(say(entry.name)).helpCommand(false);
    entry.declare?.(command, say);
    if ("run" in entry) command.option("--json", say("json.option"));
    command.action(() => run(entry, command));
  }
  return program;
}

/** Finds or makes the groups that stand before a command's last word. */
function addCommand(program: Command, name: string, say: Say): Command {
  const words = name.split(" ");
  const last = words.pop() ?? name;
  const group = words.reduce((parent, word) => {
    const found = parent.commands.find((command) => command.name() === word);
    return found ?? dress(parent.command(word), say).description(say(word as TextKey));
  }, program);
  return dress(group.command(last), say);
}

const headings: Readonly<Record<string, TextKey>> = {
  "Usage:": "help.usage",
  "Arguments:": "help.arguments",
  "Options:": "help.options",
  "Commands:": "help.commands",
};

/** Gives a command what every one has; commander hands on little of it by itself. */
function dress(command: Command, say: Say): Command {
  return command
    .helpOption("-h, --help", say("help.option"))
    .helpCommand("help [command]", say("help.command"))
    .configureHelp({
      styleTitle: (title) => {
        const key = headings[title];
        return key === undefined ? title : say(key);
      },
    })
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return manifest.version;
}
