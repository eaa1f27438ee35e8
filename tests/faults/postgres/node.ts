import { eventually } from "../../program/deadline.ts";
import type { Answer } from "../../program/http-client.ts";
import { linksApi, type LinksApi } from "../../program/links-api.ts";
import { startProgram, type Program, type ProgramOptions } from "../../program/program.ts";
import { sharedDatabase } from "../../program/test-stores.ts";

export const generousMs = 60_000;

export type Node = AsyncDisposable & { readonly program: Program; readonly api: LinksApi };

/** Starts a node on a database; what else nodes share is the same for all. */
export async function startNode(
  server: { readonly url: string },
  env: ProgramOptions["env"] = {},
  options: Pick<ProgramOptions, "nodeOptions"> = {},
): Promise<Node> {
  const program = await startProgram({ ...options, env: { ...sharedDatabase(server), ...env } });
  const api = linksApi(program.http, program.admin);
  return { program, api, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** What an answer says to a client: its status, or the code of its problem. */
export function meaningOf({ status, body }: Answer): number | string {
  if (status < 400) return status;
  const code = /"code":\s*"([A-Z_]+)"/.exec(body)?.[1];
  return code === undefined ? status : `${status} ${code}`;
}

type LogLine = { readonly level: string | number; readonly msg: string; readonly err?: { readonly code?: string } };

/** What the node logged of faults, each kind once, as "message [CODE]". */
export function faultsLogged({ program }: Node): ReadonlySet<string> {
  const lines = program
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const faults = lines.map((line) => JSON.parse(line) as LogLine).filter(({ level }) => level === "error");
  return new Set(faults.map(({ msg, err }) => `${msg} [${err?.code ?? ""}]`));
}

/** Waits until the node takes changes again, without anybody's help. */
export function untilRecovered({ api }: Node): Promise<true> {
  return eventually(generousMs, "The node's recovery", async () =>
    (await api.create({ longUrl: "https://example.com/recovered" })).status === 201 ? true : undefined,
  );
}

export async function isReady({ program }: Node): Promise<boolean> {
  return (await program.http.ask("GET", "/readyz")).status === 200;
}
