import { once } from "node:events";
import { connect } from "node:net";

/** Sends bytes and resets the connection before anything can come back. */
export async function hangUp(port: number, bytes: Uint8Array): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes, () => socket.resetAndDestroy());
  await once(socket, "close");
}
