import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

export type SeenRequest = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type StubAnswer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Something that listens where a link service would, gives its answers, and remembers what it was asked. */
export type StubService = AsyncDisposable & { readonly address: string; readonly seen: readonly SeenRequest[] };

/**
 * @param answers One for all, each in its turn and the last for the rest, or by what is asked; "silence": takes requests and never
 *   answers; "endless": answers and never ends.
 */
export async function openStubService(answers: Choice | "silence" | "endless"): Promise<StubService> {
  const seen: SeenRequest[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    const asked = { method, url, headers, body: await text(request) };
    seen.push(asked);
    if (answers === "silence") return;
    if (answers === "endless") return void endless().pipe(response);
    const answer = choose(answers, asked, seen.length);
    const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body === undefined ? undefined : body);
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { address: addressOf(server), seen, [Symbol.asyncDispose]: () => close(server) };
}

type Choice = StubAnswer | readonly [StubAnswer, ...StubAnswer[]] | ((request: SeenRequest) => StubAnswer);

function choose(answers: Choice, asked: SeenRequest, count: number): StubAnswer {
  if (typeof answers === "function") return answers(asked);
  return "status" in answers ? answers : (answers[count - 1] ?? answers.at(-1) ?? answers[0]);
}

/** White space, which JSON may begin with, without end. */
function endless(): Readable {
  const part = Buffer.alloc(1_024 * 1_024, " ");
  return new Readable({
    read() {
      this.push(part);
    },
  });
}

/** An address where nobody listens: no system gives out a port so low, as it may the one that a server has just left. */
export const closedAddress = "http://127.0.0.1:2";

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
