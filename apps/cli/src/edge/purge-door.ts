import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileErrorOf } from "../file-error.ts";
import { isCode, isDomain } from "./denylist-page.ts";
import type { EdgeCounts } from "./edge-report.ts";

export type PurgeDoorOptions = {
  /** 0: a free one. */
  readonly port: number;
  /** Told which link to ask the origin about. */
  readonly onPurge: (domain: string, code: string) => void;
  readonly counts: () => EdgeCounts;
};

/** Takes purges where an edge cannot purge by itself, and tells the counts. */
export type PurgeDoor = AsyncDisposable & { readonly port: number };

const deadlineMs = 2_000;

/**
 * Listens on 127.0.0.1 only: `POST` with the headers Narrows-Domain and Narrows-Code, as `EDGE_PURGE_URLS` are asked;
 * `GET` answers the counts as JSON.
 *
 * @throws {CliError} `FILE_UNUSABLE` when the port is taken.
 */
export async function openPurgeDoor({ port, onPurge, counts }: PurgeDoorOptions): Promise<PurgeDoor> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    if (request.method === "GET") {
      const body = `${JSON.stringify(counts())}\n`;
      response.writeHead(200, { "content-type": "application/json" }).end(body);
      return;
    }
    const { "narrows-domain": domain, "narrows-code": code } = request.headers;
    if (request.method !== "POST") return void response.writeHead(405, { allow: "GET, POST" }).end();
    if (!isDomain(domain) || !isCode(code)) return void response.writeHead(400).end();
    try {
      onPurge(domain, code);
      response.writeHead(204).end();
    } catch {
      // The list cannot be written, which its own clock says as well, and ends the agent.
      response.writeHead(503).end();
    }
  };
  const server = createServer({ requestTimeout: deadlineMs, headersTimeout: deadlineMs }, answer);
  server.maxConnections = 100;
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    throw fileErrorOf(error);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
