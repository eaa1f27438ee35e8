import { parentPort, workerData } from "node:worker_threads";
import type { Visit } from "@narrows/clicks";
import { ClickError } from "@narrows/clicks";
import type { CarrierOrder, FromCarrier, ToCarrier } from "../../../src/clicks/carrier/messages.ts";
import { sentError } from "../../../src/clicks/carrier/messages.ts";

/** Does what the code of the first visit says; KAFKA_TOPIC says how it begins. */
const { config, isFirst } = workerData as CarrierOrder;
const say = (message: FromCarrier): void => parentPort?.postMessage(message);
const fullDisk = Object.assign(new Error("No room.", { cause: new Error("As the test wants.") }), { code: "ENOSPC" });
const refusal = new ClickError("LOG_UNAVAILABLE", "", { cause: fullDisk });
let held: readonly Visit[] = [];

if (config.kafkaTopic === "misconfigured") {
  say({ kind: "misconfigured", faults: [{ option: "COUNTRY_FILE", problem: "it is gone.", mend: "Bring it back." }] });
} else if (config.kafkaTopic === "broken") {
  throw new Error("The test wants it to break.");
} else {
  parentPort?.on("message", hear);
  say({ kind: "ready" });
}

function hear(message: ToCarrier): void {
  if (message.kind === "stop") {
    if (config.kafkaTopic !== "deaf") parentPort?.close();
    return;
  }
  const isAgain = message.visits === undefined;
  held = message.visits ?? held;
  switch (held[0]?.code) {
    case "is-first":
      return say({ kind: "taken", leftOut: isFirst ? 1 : 0 });
    case "die":
      throw new Error("The test wants it to die.");
    case "refuse":
      if (isAgain) return say({ kind: "taken", leftOut: held.length });
      return say({ kind: "refused", error: sentError(refusal) });
    default:
      say({ kind: "log", line: '{"level":"warn","time":"","count":3,"msg":"Said by the thread."}\n' });
      return say({ kind: "taken", leftOut: 0 });
  }
}
