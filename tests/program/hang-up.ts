import { connect } from "node:net";

/** Sends bytes and resets the connection before anything can come back. */
export async function hangUp(port: number, bytes: Uint8Array): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1");
  // A server that refuses what it has read so far may be the first to reset it: that is an end too.
  socket.on("error", () => undefined).once("close", () => resolve());
  socket.write(bytes, () => socket.resetAndDestroy());
  await closed;
}
