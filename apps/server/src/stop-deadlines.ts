/** How long purges that still wait may take to be sent, beside the last words to other nodes, which take at most half. */
export const purgeCloseMs = 2_000;

/** Beyond STOP_DEADLINE, which is for requests: what follows the last one in the part that answers them. */
export const serviceCloseMs = purgeCloseMs + 500;

/** How long each part of clicks may take for what it has in hand. */
export const clickCloseMs = { recorder: 700, log: 300, writer: 500, store: 500 } as const;

/** All of them, one after the other; the process and its thread have a store each. */
const clicksCloseMs = clickCloseMs.recorder + clickCloseMs.log + clickCloseMs.writer + 2 * clickCloseMs.store;

/** Beyond STOP_DEADLINE: a worker also closes what else it has open, and says goodbye. */
export const workerStopMs = serviceCloseMs + clicksCloseMs + 1_500;
