import { createInterface } from "node:readline";
import { connectTo, openOutboxLog } from "@narrows/clicks/outbox";
import { createLedger } from "./ledger.ts";
import { patient } from "./patient.ts";

/**
 * A process with an outbox log of its own, which does what it is told by lines: `send N` gives N appends to the log,
 * `state` nothing. Each line is answered by one with the counts.
 */
const [url = "", spoolFolder = "", first = "0"] = process.argv.slice(2);
const log = await openOutboxLog({ connect: connectTo(url), spoolFolder, ...patient.log });
const ledger = createLedger(log, Number(first));
for await (const line of createInterface(process.stdin)) {
  const [command, count] = line.split(" ");
  if (command === "send") await ledger.send(Number(count), 20);
  process.stdout.write(`${JSON.stringify({ ...ledger.counts(), ...log.stats() })}\n`);
}
await log.close();
