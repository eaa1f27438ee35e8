import { parentPort, workerData } from "node:worker_threads";
import type { Visit } from "@narrows/clicks";
import { ConfigError, createLogger } from "@narrows/service";
import { systemClocks } from "../../clocks.ts";
import { createCarrier, type Carrier } from "./carrier.ts";
import { sentError, type CarrierOrder, type FromCarrier, type ToCarrier } from "./messages.ts";
import { receivedConfig } from "./sent-config.ts";

const order = workerData as CarrierOrder;
const say = (message: FromCarrier): void => parentPort?.postMessage(message);
const carrier = createCarrier({
  config: receivedConfig(order.config),
  log: createLogger({ level: order.logLevel, write: (line) => say({ kind: "log", line }) }),
  clocks: systemClocks,
  isWriter: order.isWriter,
  isFirst: order.isFirst,
});

/** How old what is known of the carrier outside may be. */
const statsMs = 200;

try {
  await carrier.start();
  serve(carrier);
  say({ kind: "ready" });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  say({ kind: "misconfigured", faults: error.faults });
}

function serve({ take, stats, stop }: Carrier): void {
  let visits: readonly Visit[] = [];
  let said = "";
  const sayStats = (): void => {
    const now = stats();
    const written = JSON.stringify(now);
    if (written === said) return;
    said = written;
    say({ kind: "stats", stats: now });
  };
  const timer = setInterval(sayStats, statsMs);
  parentPort?.on("message", (message: ToCarrier) => {
    if (message.kind === "stop") return void end();
    visits = message.visits ?? visits;
    void answer(take(visits));
  });
  async function end(): Promise<void> {
    clearInterval(timer);
    await stop();
    parentPort?.close();
  }
}

async function answer(taking: Promise<number>): Promise<void> {
  try {
    say({ kind: "taken", leftOut: await taking });
  } catch (error) {
    say({ kind: "refused", error: sentError(error) });
  }
}
