import type { Base } from "@platformatic/kafka";
import { withDeadline } from "./deadline.ts";

/** A connection to a broker that hangs is never done with what it has to write. */
const graceMs = 1_000;

/** Closes a client, and cuts the connections that do not end by themselves. */
export async function endClient(client: Base, close: () => Promise<unknown> = () => client.close()): Promise<void> {
  const connections = [...client.connections].map(([, connection]) => connection);
  await withDeadline(close(), graceMs, () => new Error("It hangs.")).catch(() => undefined);
  for (const { socket } of connections) socket?.destroy();
}
