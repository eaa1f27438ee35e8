import { ask } from "../api/ask.ts";
import type { ConnectionOptions } from "../api/connection-options.ts";
import { readConnection, type Connection } from "../api/connection.ts";
import type { Context, Outcome } from "../cli-command.ts";
import { CliError } from "../cli-error.ts";
import { longestCopyLifeMs, parseDenylistPage, type DenylistPage } from "./denylist-page.ts";
import { createEdgeList, type EdgeList } from "./edge-list.ts";
import { createEdgeReport, type EdgeCounts } from "./edge-report.ts";
import { lockFolder } from "./folder-lock.ts";
import { fetchOnce, follow } from "./follow.ts";
import { createFollower } from "./follower.ts";
import { openListFolder } from "./list-folder.ts";
import { openPurgeDoor } from "./purge-door.ts";
import { rest } from "./rest.ts";

export type AgentOptions = {
  readonly folder: string;
  readonly silenceMs: number;
  /** Undefined: no purges are taken. */
  readonly listenPort: number | undefined;
  readonly once: boolean;
  readonly connection: ConnectionOptions;
};

/** Files of no bytes: some 100 MB of kernel memory at the most. */
const maxRows = 100_000;

const monotonicMs = (): number => performance.now();

/** Keeps an edge's list until the signal comes, or writes it once. */
export async function runAgent(options: AgentOptions, context: Context): Promise<Outcome> {
  const { silenceMs } = options;
  const connection = await readConnection(options.connection, context.config(), context.language);
  using lock = lockFolder(options.folder);
  const folder = openListFolder(options.folder);
  const list = createEdgeList({ folder, maxRows, monotonicMs });
  const { say, notice, now } = context;
  const follower = createFollower({ list, folder, silenceMs, monotonicMs, now });
  const report = createEdgeReport({ say, notice, list, silenceMs, monotonicMs, now });
  // Several answers in the time after which none would be too few.
  const pollMs = Math.min(10_000, Math.floor(silenceMs / 4));
  const deadlineMs = pollMs + Math.max(1_000, silenceMs);
  const feed = createFeed({ connection, waitMs: options.once ? 0 : pollMs, deadlineMs }, context.signal);
  const { signal } = context;
  const followed = { ask: feed.ask, follower, list, folder, lock, report, pollMs, monotonicMs, rest, signal };
  try {
    if (options.once) {
      await fetchOnce(followed);
    } else {
      await using door = await openDoor(options, { list, counts: report.counts, holdMs: feed.copyLifeMs });
      if (door !== undefined) context.notice(context.say("edge.listening", { port: door.port }));
      await follow(followed);
    }
  } finally {
    folder.distrust();
  }
  return outcomeOf({ ...report.counts(), position: follower.position() ?? null }, context);
}

type Feed = {
  readonly ask: (since: string | undefined) => Promise<DenylistPage>;
  /** What the latest answer said of it. */
  readonly copyLifeMs: () => number;
};

type FeedOptions = {
  readonly connection: Connection;
  /** How long the service may wait for a change. */
  readonly waitMs: number;
  readonly deadlineMs: number;
};

function createFeed({ connection, waitMs, deadlineMs }: FeedOptions, signal: AbortSignal): Feed {
  // Before the feed has said how long copies live.
  let copyLifeMs = longestCopyLifeMs;
  let poll = new AbortController();
  // One listener for all polls: a signal made of another one is remembered by it for as long as that lives.
  signal.addEventListener("abort", () => poll.abort(signal.reason));
  const askWithin = async (query: Readonly<Record<string, string | undefined>>): Promise<unknown> => {
    poll = new AbortController();
    return ask(connection, { method: "GET", path: "v1/denylist", query, deadlineMs }, poll.signal);
  };
  return {
    async ask(since) {
      const page = parseDenylistPage(await askWithin({ since, waitMs: String(waitMs) }));
      if (page === undefined) throw new CliError("SERVER_STRANGE", { server: connection.server.origin, status: 200 });
      copyLifeMs = page.copyLifeMs;
      return page;
    },
    copyLifeMs: () => copyLifeMs,
  };
}

type DoorParts = {
  readonly list: EdgeList;
  readonly counts: () => EdgeCounts;
  readonly holdMs: () => number;
};

async function openDoor({ listenPort }: AgentOptions, { list, counts, holdMs }: DoorParts) {
  if (listenPort === undefined) return undefined;
  return openPurgeDoor({
    port: listenPort,
    counts,
    onPurge: (domain, code) => list.bypass({ domain, code, forgetInMs: holdMs() }),
  });
}

function outcomeOf(counts: EdgeCounts, { say }: Context): Outcome {
  const { denied, bypassed, position } = counts;
  return { json: counts, human: `${say("edge.ended", { denied, bypassed, position: position ?? "-" })}\n` };
}
