import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { rootPath } from "../program/narrows-path.ts";

export type ComposeService = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly ulimits?: { readonly nofile: number };
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly network_mode?: string;
};

export type ComposeFile = {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<
    Record<string, { readonly internal?: boolean; readonly ipam?: { readonly config: readonly { subnet: string }[] } }>
  >;
};

/** Reads deploy/compose.yaml as Compose does: merge keys carried out, `${NAME}` filled in, `$$` made `$`. */
export function readComposeFile(settings: Readonly<Record<string, string>>): ComposeFile {
  const text = readFileSync(join(rootPath, "deploy/compose.yaml"), "utf8");
  return parse(fillIn(text, settings), { merge: true }) as ComposeFile;
}

/** @throws {Error} For a variable that is neither set nor has a default. */
function fillIn(text: string, settings: Readonly<Record<string, string>>): string {
  const variable = /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g;
  return text.replaceAll(variable, (whole, name: string | undefined, kind: string | undefined, rest = "") => {
    if (name === undefined) return "$";
    const value = settings[name] ?? (kind === "-" ? rest : undefined);
    if (value === undefined) throw new Error(`${whole} has no value.`);
    return value;
  });
}
