import type { ThreadReply } from "./thread-reply.ts";

/** Commands for a writer in another process, as bytes: whoever passes them on need not look inside. */
export type WriteRequest = {
  readonly id: number;
  /** See `packCommands`. */
  readonly batch: Uint8Array;
  /** How many commands it holds. */
  readonly commands: number;
};

/** What became of the request of this `id`; an answer is bytes, too, see `unpackAnswer`. */
export type WriteReply = { readonly id: number; readonly reply: ThreadReply };

/** The way to a writer in another process. */
export interface WritePort {
  /**
   * Sends soon, and never waits.
   *
   * @throws {Error} When the way is known to be cut: nothing was sent.
   */
  send(request: WriteRequest): void;
  /** Called once, before anything is sent. `onLost` is told when no reply can come any more. */
  open(onReply: (reply: WriteReply) => void, onLost: () => void): void;
}
