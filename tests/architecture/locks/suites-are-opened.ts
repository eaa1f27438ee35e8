import { Visitor } from "oxc-parser";
import type { Lock } from "../lock.ts";
import type { Repository } from "../repository.ts";
import type { SourceFile } from "../source-file.ts";

type Kind = {
  /** Whose folders are the drivers. */
  readonly drivers: string;
  /** The tests of a driver lie in a folder of its name, in one of these. */
  readonly tests: readonly string[];
  /** What says what such a driver must do. */
  readonly suites: readonly string[];
};

const kinds: readonly Kind[] = [
  {
    drivers: "packages/clicks/src/stores",
    tests: ["packages/clicks/test/stores", "tests/clicks"],
    suites: ["describeClickStore", "describeZoneReports"],
  },
  {
    drivers: "packages/clicks/src/logs",
    tests: ["packages/clicks/test/logs", "tests/clicks"],
    suites: ["describeClickLog"],
  },
];

/** A suite that is opened for some drivers holds the others to nothing. */
export const suitesAreOpened: Lock = {
  name: "suites-are-opened",
  sentence: "every log and store of clicks is held to each suite of its kind",
  check: (repository) => kinds.flatMap((kind) => unopened(repository, kind)),
};

function unopened({ files }: Repository, { drivers, tests, suites }: Kind): readonly string[] {
  const names = new Set(files.map(({ path }) => folderIn(drivers, path)).filter((name) => name !== undefined));
  if (names.size === 0) return [`${drivers} holds no driver, so nothing is looked for`];
  return [...names].flatMap((name) => {
    const folders = tests.map((folder) => `${folder}/${name}`);
    const called = new Set(files.filter((file) => isTestIn(folders, file)).flatMap(calledBy));
    return suites
      .filter((suite) => !called.has(suite))
      .map((suite) => `${drivers}/${name} is not held to ${suite}; call it in a test in ${folders.join(" or ")}`);
  });
}

/** The folder directly in `parent` that a file is in. */
function folderIn(parent: string, path: string): string | undefined {
  if (!path.startsWith(`${parent}/`)) return undefined;
  const [name, ...rest] = path.slice(parent.length + 1).split("/");
  return rest.length === 0 ? undefined : name;
}

function isTestIn(folders: readonly string[], { path }: SourceFile): boolean {
  return path.endsWith(".test.ts") && folders.some((folder) => path.startsWith(`${folder}/`));
}

function calledBy({ syntax }: SourceFile): readonly string[] {
  const names: string[] = [];
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type === "Identifier") names.push(callee.name);
    },
  }).visit(syntax.program);
  return names;
}
