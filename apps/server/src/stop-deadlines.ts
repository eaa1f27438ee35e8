/** How long purges that still wait may take to be sent, beside the last words to other nodes, which take at most half. */
export const purgeCloseMs = 2_000;

/** Beyond STOP_DEADLINE, which is for requests: what follows the last one in the part that answers them. */
export const serviceCloseMs = purgeCloseMs + 500;

/** How long each part of clicks may take for what it has in hand: recorder and log, writer, store. */
export const clickCloseMs = { recorder: 1_000, writer: 500, store: 500 } as const;

/** Beyond STOP_DEADLINE: a worker also closes what else it has open, and says goodbye. */
export const workerStopMs = serviceCloseMs + clickCloseMs.recorder + clickCloseMs.writer + clickCloseMs.store + 1_500;
