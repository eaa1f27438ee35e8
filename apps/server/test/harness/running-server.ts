import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@narrows/service";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Clocks } from "../../src/clocks.ts";
import { readServerConfig, startServer } from "../../src/index.ts";

export const adminKey = "nrw_admin-key-for-tests";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; fails the test when it is none. */
  readonly json: () => Record<string, unknown>;
};

export type Send = {
  readonly method?: string;
  /** Sent as it is when a text, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: none. Default: the administrator's. */
  readonly key?: string | null;
};

export type TestServer = {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly send: (path: string, options?: Send) => Promise<Answer>;
  /** Creates a link and gives its JSON. */
  readonly create: (body: object, options?: Send) => Promise<Record<string, unknown>>;
  readonly stop: () => Promise<readonly string[]>;
};

export type TestServerOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly log?: Logger;
  readonly clocks?: Clocks;
  /** Default: a new folder that is removed afterwards. */
  readonly dataDir?: string;
};

/** Takes what is to be done afterwards; what came last is done first. */
type WhenOver = (clean: () => Promise<void>) => void;

/** Starts the service on a free port with a folder of its own, until the test is over. */
export function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  return openUntil(onTestFinished, options);
}

/**
 * One server for all tests of the block that calls this: it starts before the first and is stopped after the last.
 *
 * Inside a hook it is too late for this, because a hook cannot register another one.
 *
 * @param prepare Makes what the tests are going to find.
 * @returns Gives the server, in a test.
 */
export function shareTestServer(
  options: TestServerOptions = {},
  prepare: (server: TestServer) => Promise<unknown> = async () => undefined,
): () => TestServer {
  const cleaning = new AsyncDisposableStack();
  let shared: TestServer | undefined;
  beforeAll(async () => {
    shared = await openUntil((clean) => cleaning.defer(clean), options);
    await prepare(shared);
  });
  afterAll(() => cleaning.disposeAsync());
  return () => {
    if (shared === undefined) throw new Error("The shared server runs during the tests of its block only.");
    return shared;
  };
}

async function openUntil(whenOver: WhenOver, options: TestServerOptions): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await temporaryFolder(whenOver));
  const environment = { PORT: "0", DATA_DIR: dataDir, ADMIN_KEY: adminKey, ...options.environment };
  const { log, clocks } = options;
  const server = await startServer(readServerConfig(environment), {
    ...(log === undefined ? {} : { log }),
    ...(clocks === undefined ? {} : { clocks }),
  });
  whenOver(async () => void (await server.stop()));
  const local = `http://127.0.0.1:${server.port}`;
  const send = (path: string, sent: Send = {}): Promise<Answer> => sendTo(local + path, sent);
  return {
    url: server.url,
    port: server.port,
    dataDir,
    send,
    async create(body, sent = {}) {
      const answer = await send("/v1/urls", { method: "POST", body, ...sent });
      if (answer.status !== 201 && answer.status !== 200) throw new Error(`create: ${answer.status} ${answer.text}`);
      return answer.json();
    },
    stop: server.stop,
  };
}

/** A folder that is removed afterwards. */
export async function temporaryFolder(whenOver: WhenOver = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "narrows-server-"));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function sendTo(url: string, { method = "GET", body, headers = {}, key = adminKey }: Send): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}
