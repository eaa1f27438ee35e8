import { askAfresh } from "../../program/ask-afresh.ts";
import { eventually } from "../../program/deadline.ts";
import { openHttpClient } from "../../program/http-client.ts";
import { linksApi } from "../../program/links-api.ts";
import type { Program } from "../../program/program.ts";

type Lane = { answers: number; readonly failures: string[] };

/** Disposing stops it. */
export type Load = AsyncDisposable & {
  /** Resolves when each lane has got so many more answers. */
  more(answers: number): Promise<void>;
  /** @returns What failed. */
  stop(): Promise<readonly string[]>;
};

const laneCount = 4;

/** Follows and creates until it is stopped, on kept connections and on new ones. */
export function startLoad(program: Program): Load {
  const done = new AbortController();
  const lanes = Array.from({ length: 2 * laneCount }, (): Lane => ({ answers: 0, failures: [] }));
  const runs = lanes.map((lane, number) =>
    number < laneCount
      ? runKept(program, lane, done.signal, number === 0)
      : run(lane, done.signal, async () => (await askAfresh(program.origin, "/steady")).status),
  );
  const stop = async (): Promise<readonly string[]> => {
    done.abort();
    await Promise.all(runs);
    return lanes.flatMap(({ failures }) => failures);
  };
  return {
    async more(answers) {
      const wanted = lanes.map((lane) => lane.answers + answers);
      await eventually(60_000, `${answers} answers for each lane`, async () =>
        lanes.every((lane, number) => lane.answers >= (wanted[number] ?? 0) || lane.failures.length > 0)
          ? true
          : undefined,
      );
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Keeps its connection as long as it may. */
async function runKept(program: Program, lane: Lane, done: AbortSignal, isCreating: boolean): Promise<void> {
  const http = openHttpClient(program.origin, 1);
  const api = linksApi(http, program.admin);
  await run(lane, done, async () =>
    isCreating ? (await api.create({ longUrl: "https://example.com/" })).status : (await api.follow("steady")).status,
  );
  http.close();
}

async function run(lane: Lane, done: AbortSignal, ask: () => Promise<number>): Promise<void> {
  while (!done.aborted) {
    try {
      const status = await ask();
      if (status === 302 || status === 201) lane.answers += 1;
      else lane.failures.push(String(status));
    } catch (error) {
      lane.failures.push(String(error));
    }
  }
}
