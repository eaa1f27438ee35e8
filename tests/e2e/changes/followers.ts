import { openHttpClient, type HttpClient } from "../../program/http-client.ts";
import type { Program } from "../../program/program.ts";

/** A redirect that was asked for after a change was answered, and led to what was before it. */
export type OldAnswer = { readonly node: number; readonly led: string; readonly answeredChange: number };

/** Visitors of one link on several nodes, who know which change was answered when they asked. */
export type Followers = AsyncDisposable & {
  /** From now on every redirect asked for must lead to the destination of this change or of a later one. */
  answered(change: number): void;
  readonly old: readonly OldAnswer[];
  /** Redirects that led somewhere, by node. */
  readonly counts: readonly number[];
  /** Answers that were no redirect. */
  readonly failures: readonly string[];
};

/** Where the link leads after the change of this number. */
export function destinationOf(change: number): string {
  return `https://example.com/after/${change}`;
}

const loopsPerNode = 4;

/** Follows `code` on every node again and again until it is disposed. */
export function follow(programs: readonly Pick<Program, "origin">[], code: string): Followers {
  const old: OldAnswer[] = [];
  const counts = programs.map(() => 0);
  const failures: string[] = [];
  const clients: HttpClient[] = [];
  let answeredChange = 0;
  let isOver = false;
  const loop = async (client: HttpClient, node: number): Promise<void> => {
    while (!isOver) {
      const known = answeredChange;
      const answer = await client.ask("GET", `/${code}`).catch((error: unknown) => error);
      if (isOver) return;
      const [led] = answer instanceof Error || !hasLocations(answer) ? [] : answer.locations;
      if (led === undefined) failures.push(describe(answer));
      else if (Number(led.split("/").at(-1)) < known) old.push({ node, led, answeredChange: known });
      counts[node] = (counts[node] ?? 0) + 1;
    }
  };
  const loops = programs.flatMap((program, node) => {
    const client = openHttpClient(program.origin, loopsPerNode);
    clients.push(client);
    return Array.from({ length: loopsPerNode }, () => loop(client, node));
  });
  return {
    answered(change) {
      answeredChange = change;
    },
    old,
    counts,
    failures,
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const client of clients) client.close();
      await Promise.all(loops);
    },
  };
}

function hasLocations(answer: unknown): answer is { readonly locations: readonly string[] } {
  return typeof answer === "object" && answer !== null && "locations" in answer;
}

function describe(answer: unknown): string {
  const { status, body } = answer as { readonly status?: number; readonly body?: string };
  return answer instanceof Error ? answer.message : `${status} ${body}`;
}
