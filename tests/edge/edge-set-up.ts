import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startEdgeAgent, type EdgeAgent } from "./edge-agent.ts";
import type { StartEdge } from "./edge-server.ts";
import { openOriginDoor, type OriginDoor } from "./origin-door.ts";

/** What a visitor gets. */
export type Seen = { readonly status: number; readonly location: string | undefined; readonly cacheControl: string };

export type Asked = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };

/** An edge in front of a service, with its agent. */
export type EdgeSetUp = AsyncDisposable & {
  readonly api: LinksApi;
  /** Between the edge and the service. */
  readonly door: OriginDoor;
  /** Between the agent and the service. */
  readonly feedDoor: OriginDoor;
  readonly agent: EdgeAgent;
  /** Starts another agent on the same folder, after the first was ended. */
  restartAgent(): Promise<EdgeAgent>;
  /** The path is sent as it is. */
  visit(path: string, asked?: Asked): Promise<Seen>;
  /** Resolves when the agent has put the link on the list: until then, which is within a second, an edge may not know. */
  untilListed(code: string): Promise<void>;
  /** Makes a link whose copy the edge uses; resolves when it does. */
  keepLink(longUrl: string): Promise<string>;
};

export type SetUpOptions = {
  readonly start: StartEdge;
  readonly change?: (text: string, listFolder: string) => string;
};

const copyDeadlineMs = 60_000;
const listDeadlineMs = 60_000;

/** Copies live for long, so that nothing of what is tested is due to their end. */
const env = { BASE_URL: "http://sho.rt", EDGE_MAX_AGE: "1h" };

export async function openEdgeSetUp({ start, change = (text) => text }: SetUpOptions): Promise<EdgeSetUp> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await makeTempFolder());
  // nginx's and Varnish's workers are somebody else where root starts them.
  await chmod(folder.path, 0o755);
  const [listFolder, workFolder] = [join(folder.path, "list"), join(folder.path, "edge")];
  await mkdir(workFolder);
  const program = stack.use(await startProgram({ env: { ...env, PORT: `${await findFreePort()}` } }));
  const door = stack.use(await openOriginDoor(program.port));
  const feedDoor = stack.use(await openOriginDoor(program.port));
  const agents = new Set<EdgeAgent>();
  stack.defer(async () => void (await Promise.all([...agents].map((agent) => agent[Symbol.asyncDispose]()))));
  const startAgent = async (): Promise<EdgeAgent> => {
    const agent = await startEdgeAgent(listFolder, feedDoor.port);
    agents.add(agent);
    return agent;
  };
  const agent = await startAgent();
  const edge = stack.use(
    await start({
      listFolder,
      workFolder,
      originPort: door.port,
      purgePort: agent.purgePort,
      change: (text) => change(text, listFolder),
    }),
  );
  const api = linksApi(program.http, program.admin);
  const visit = (path: string, asked?: Asked): Promise<Seen> => visitEdge(edge.port, path, asked);
  const owned = stack.move();
  return {
    api,
    door,
    feedDoor,
    agent,
    restartAgent: startAgent,
    visit,
    async untilListed(code) {
      const files = ["deny", "bypass"].map((action) => join(listFolder, action, "sho.rt", code));
      await eventually(listDeadlineMs, `The row of ${code}`, async () => (files.some(existsSync) ? true : undefined));
    },
    async keepLink(longUrl) {
      const { shortCode } = await api.mustCreate({ longUrl });
      await untilKept({ door, visit }, shortCode);
      return shortCode;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Resolves when the edge answers without the service. */
async function untilKept({ door, visit }: Pick<EdgeSetUp, "door" | "visit">, code: string): Promise<void> {
  const path = `/${code}`;
  await eventually(copyDeadlineMs, `The use of a copy of ${code}`, async () => {
    await visit(path);
    const before = door.asked(path);
    const { status } = await visit(path);
    return status === 302 && door.asked(path) === before ? true : undefined;
  });
}

async function visitEdge(port: number, path: string, { method = "GET", headers = {} }: Asked = {}): Promise<Seen> {
  const asking = request({
    port,
    host: "127.0.0.1",
    path,
    method,
    headers: { host: "sho.rt", ...headers },
    agent: false,
  });
  asking.end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  await buffer(answer);
  const { location, "cache-control": cacheControl = "" } = answer.headers;
  return { status: answer.statusCode ?? 0, location, cacheControl };
}
