import type { RedisServer } from "../../services/redis-server.ts";
import type { Link } from "./link.ts";

/** What a fault can lay its hands on. */
export type Scene = {
  readonly server: RedisServer;
  /** Asks the server on a connection that is open since the start. */
  readonly ask: (command: string, ...args: readonly string[]) => Promise<unknown>;
  /** Of the limiters that are under load. */
  readonly links: readonly Link[];
};

/** Something that happens to a Redis, or to the way there, while limiters ask it. */
export type Fault = {
  /** As it stands in the table of the page. */
  readonly name: string;
  /** What it takes away: every answer, those about the greedy client, or nothing. */
  readonly takes: "everything" | "one counter" | "nothing";
  /** Begins when this resolves. Undefined: it is so before the limiters are made. */
  readonly strike?: (scene: Scene) => Promise<unknown>;
  readonly lift: (scene: Scene) => Promise<unknown>;
  /** How the page says that it was lifted. */
  readonly lifted: string;
};
