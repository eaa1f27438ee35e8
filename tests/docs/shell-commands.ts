/** One command of a shell text as a list of words, quotes removed. */
export type ShellCommand = readonly string[];

/**
 * Finds the commands of a shell text that begin with one of `programs`. It knows as much of the shell as the documents
 * use: continued lines, `&&`, `|`, `$(`, comments, and quotes.
 */
export function commandsOf(text: string, programs: readonly string[]): readonly ShellCommand[] {
  return text
    .replaceAll("\\\n", " ")
    .split(/\n|&&|\||\$\(/)
    .map((command) => wordsOf(command.replace(/\s#.*$/, "")))
    .filter(([program = ""]) => programs.includes(program));
}

function wordsOf(command: string): ShellCommand {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}
