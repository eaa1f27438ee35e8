import { Visitor } from "oxc-parser";
import { lineAt, type SourceFile } from "./source-file.ts";

/** One place where a file asks for another module, in whichever way. */
export type Import = {
  /** As written; undefined where it is made at run time, so that no reader can tell what it loads. */
  readonly specifier: string | undefined;
  readonly line: number;
};

/**
 * Finds what a file loads: static imports, re-exports, `import()`, `import("x").Type`, `new URL("x", import.meta.url)`
 * (how workers and SQL files are named) and `import.meta.resolve("x")`.
 */
export function readImports(file: SourceFile): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: string | undefined, offset: number) => found.push({ specifier, line: lineAt(file, offset) });
  const { staticImports, staticExports } = file.syntax.module;
  for (const { moduleRequest, start } of staticImports) add(moduleRequest.value, start);
  for (const { entries } of staticExports) {
    for (const { moduleRequest, start } of entries) if (moduleRequest !== null) add(moduleRequest.value, start);
  }
  new Visitor({
    ImportExpression: (node) => add(literalText(node.source), node.start),
    TSImportType: (node) => add(node.source.value, node.start),
    NewExpression: (node) => {
      const specifier = urlBesideThisFile(node);
      if (specifier !== undefined) add(specifier, node.start);
      const [program] = node.arguments;
      if (!isNamed(node.callee, "Worker") || program?.type !== "NewExpression") return;
      if (urlBesideThisFile(program) === undefined) add(undefined, node.start);
    },
    CallExpression: (node) => {
      if (isImportMeta(node.callee, "resolve")) add(literalText(node.arguments[0]), node.start);
    },
  }).visit(file.syntax.program);
  return found;
}

type Node = { readonly type: string };

/** Undefined also where the name is computed: folders of data are read so, and a module that is must be a worker. */
function urlBesideThisFile(node: { readonly callee: Node; readonly arguments: readonly Node[] }): string | undefined {
  const [reference, base] = node.arguments;
  return isNamed(node.callee, "URL") && isImportMeta(base, "url") ? literalText(reference) : undefined;
}

function literalText(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && "value" in node && typeof node.value === "string") return node.value;
  return undefined;
}

function isNamed(node: Node, name: string): boolean {
  return node.type === "Identifier" && "name" in node && node.name === name;
}

function isImportMeta(node: Node | undefined, property: string): boolean {
  if (node?.type !== "MemberExpression" || !("object" in node) || !("property" in node)) return false;
  return (node.object as Node).type === "MetaProperty" && isNamed(node.property as Node, property);
}
