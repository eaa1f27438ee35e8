import { posix } from "node:path";
import { readImports } from "./read-imports.ts";
import { unitOfPath, type Repository } from "./repository.ts";

/** One import, resolved as far as the locks need it. */
export type Edge = {
  readonly fromPath: string;
  readonly line: number;
  readonly specifier: string;
  /** The imported file's path from the root, for a relative import. */
  readonly toPath: string | undefined;
  /** The imported unit; undefined for libraries from outside and node's own modules. */
  readonly toUnit: string | undefined;
  /** The library's name on the registry; undefined for our own units and node's own modules. */
  readonly library: string | undefined;
};

/** Every import of the repository that can be read. */
export function readEdges(repository: Repository): readonly Edge[] {
  return repository.files.flatMap((file) =>
    readImports(file).flatMap(({ specifier, line }) =>
      specifier === undefined ? [] : [toEdge(repository, file.path, line, specifier)],
    ),
  );
}

function toEdge(repository: Repository, fromPath: string, line: number, specifier: string): Edge {
  const edge = { fromPath, line, specifier, toPath: undefined, toUnit: undefined, library: undefined };
  if (specifier.startsWith(".")) {
    const toPath = posix.join(posix.dirname(fromPath), specifier);
    // A folder for caches that a test makes is no part of the repository.
    if (toPath.startsWith("node_modules/")) return edge;
    return { ...edge, toPath, toUnit: unitOfPath(toPath) };
  }
  if (/^[a-z]+:/.test(specifier)) return edge;
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const toUnit = repository.unitOfPackage.get(name);
  return toUnit === undefined ? { ...edge, library: name } : { ...edge, toUnit };
}
