import { connect, type Socket } from "node:net";
import { redirectReader } from "./redirect-reader.ts";

/** What the program is told as its one argument, in JSON. */
export type HotLoadOrder = {
  readonly ports: readonly number[];
  readonly path: string;
  readonly connectionsPerPort: number;
  /** Of all connections together; whatever is late is sent as soon as there is room. */
  readonly perSecond: number;
  /** True: the link may end, after which it leads nowhere. Default: false, that is a failure. */
  readonly mayEnd?: boolean;
};

/** What it tells every tenth of a second. Instants are those of the machine's monotonic clock, in milliseconds. */
export type HotLoadReport = {
  /** Redirects so far. */
  readonly redirects: number;
  /** By the number at the end of a Location: when the newest redirect was asked for that led there. */
  readonly newestAskMs: Readonly<Record<string, number>>;
  /** Answers so far that the link leads nowhere any more. */
  readonly ends: number;
  /** Answers that were no redirect, and connections that broke. */
  readonly failures: readonly string[];
};

/** Requests on one connection that wait for their answers. */
const mostInFlight = 64;
const tickMs = 5;
const reportMs = 100;
const keptFailures = 20;

const order = JSON.parse(process.argv[2] ?? "") as HotLoadOrder;
const request = `GET ${order.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const newestAskMs: Record<string, number> = {};
const failures: string[] = [];
let redirects = 0;
let ends = 0;

const connections = order.ports.flatMap((port) => Array.from({ length: order.connectionsPerPort }, () => open(port)));
const perTick = (order.perSecond * tickMs) / 1000 / connections.length;
const startedAtMs = nowMs();
let ticks = 0;
setInterval(sendWhatIsDue, tickMs);
setInterval(() => process.send?.({ redirects, newestAskMs, ends, failures } satisfies HotLoadReport), reportMs);
// Whoever has started it is gone.
process.on("disconnect", () => process.exit());

type Connection = { readonly send: (count: number) => void };

function sendWhatIsDue(): void {
  const dueTicks = Math.floor((nowMs() - startedAtMs) / tickMs);
  const count = Math.round(dueTicks * perTick) - Math.round(ticks * perTick);
  ticks = dueTicks;
  for (const connection of connections) connection.send(count);
}

function open(port: number): Connection {
  const socket: Socket = connect(port, "127.0.0.1").setNoDelay(true);
  const asked: number[] = [];
  let owed = 0;
  const send = (): void => {
    const count = Math.min(owed, mostInFlight - asked.length);
    if (count <= 0) return;
    // Before it is written: what is answered cannot have been asked for earlier than this says.
    const askedMs = nowMs();
    for (let sent = 0; sent < count; sent += 1) asked.push(askedMs);
    owed -= count;
    socket.write(request.repeat(count));
  };
  const noteEnd = (): void => {
    asked.shift();
    ends += 1;
  };
  const read = redirectReader({
    led: (location) => note(location, asked.shift() ?? Number.POSITIVE_INFINITY),
    ended: order.mayEnd === true ? noteEnd : undefined,
    fail,
  });
  socket.setEncoding("latin1").on("data", (text: string) => {
    read(text);
    send();
  });
  socket.on("error", ({ message }) => fail(message)).on("close", () => fail("The connection was closed."));
  return {
    send(count) {
      owed = Math.min(owed + count, mostInFlight);
      send();
    },
  };
}

function note(led: string, askedMs: number): void {
  redirects += 1;
  const number = led.slice(led.lastIndexOf("/") + 1);
  newestAskMs[number] = Math.max(newestAskMs[number] ?? 0, askedMs);
}

function fail(what: string): void {
  if (failures.length < keptFailures) failures.push(what);
}

/** One clock for all processes of the machine. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
