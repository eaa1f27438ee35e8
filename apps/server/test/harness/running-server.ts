import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@narrows/service";
import { onTestFinished } from "vitest";
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
  /** When the server is stopped and its folder removed. Default: when the test is over. */
  readonly whenOver?: (clean: () => Promise<void>) => void;
};

/** Starts the service on a free port with a folder of its own. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { whenOver = onTestFinished } = options;
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
export async function temporaryFolder(
  whenOver: (clean: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
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
