import { eventually } from "../../program/deadline.ts";
import { linksApi } from "../../program/links-api.ts";
import { startProgram, type ProgramOptions } from "../../program/program.ts";
import { sharedDatabase } from "../../program/test-stores.ts";
import type { Node } from "../postgres/node.ts";

type Database = { readonly url: string };

/** Nodes that were started in one instant. Disposing ends those that run. */
export type Starts = AsyncDisposable & {
  /** Those that listen. */
  readonly started: readonly Node[];
  /** Of each start that was refused, how it ended and what it wrote. */
  readonly refused: readonly string[];
};

/** Many more than there are cores: each of them has only its part of one. */
const startDeadlineMs = 300_000;

/** Starts so many nodes that make snowflake codes on one database, none waiting for another. */
export async function startTogether(database: Database, count: number, name = "node"): Promise<Starts> {
  const starts = Array.from({ length: count }, (_, index) => startOne(database, `${name}-${index}`));
  const ends = await Promise.allSettled(starts);
  const started = ends.filter((end) => end.status === "fulfilled").map(({ value }) => value);
  const refused = ends.filter((end) => end.status === "rejected").map(({ reason }) => messageOf(reason));
  return startsOf(started, refused);
}

/** The same under supervisors: whoever is refused is started again, until all of them run. */
export async function superviseTogether(database: Database, count: number): Promise<Starts> {
  await using stack = new AsyncDisposableStack();
  const started: Node[] = [];
  const refused: string[] = [];
  await eventually(startDeadlineMs, `The start of ${count} nodes`, async () => {
    const round = stack.use(await startTogether(database, count - started.length, `node-${refused.length}`));
    started.push(...round.started);
    refused.push(...round.refused);
    return started.length === count ? true : undefined;
  });
  const running = stack.move();
  return { started, refused, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Starts a node that makes snowflake codes; it listens, and may be ready a little later. */
export async function startOne(database: Database, name: string): Promise<Node> {
  const env: ProgramOptions["env"] = { ...sharedDatabase(database), CODE_STRATEGY: "snowflake", NODE_NAME: name };
  const program = await startProgram({ env, startDeadlineMs, mayBeReadyLater: true });
  const api = linksApi(program.http, program.admin);
  return { program, api, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

function startsOf(started: readonly Node[], refused: readonly string[]): Starts {
  return {
    started,
    refused,
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((node) => node[Symbol.asyncDispose]()));
    },
  };
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
