/** How long purges that still wait may take to be sent, beside the last words to other nodes, which take at most half. */
export const purgeCloseMs = 2_000;

/** Beyond STOP_DEADLINE, which is for requests: what follows the last one in the part that answers them. */
export const serviceCloseMs = purgeCloseMs + 500;

/** How long each part of clicks may take for what it has in hand, and the thread that carries them when it is told to end at once. */
export const clickCloseMs = { recorder: 700, log: 300, writer: 500, store: 500, thread: 500 } as const;

/** What the thread that carries clicks may take for all that it has. */
export const carrierCloseMs = clickCloseMs.log + clickCloseMs.writer + clickCloseMs.store;

/** One after the other: the recorder, the thread, the store that reports are asked of, old salts in another one. */
const clicksCloseMs = clickCloseMs.recorder + carrierCloseMs + clickCloseMs.thread + 2 * clickCloseMs.store;

/** Beyond STOP_DEADLINE: a worker also closes what else it has open, and says goodbye. */
export const workerStopMs = serviceCloseMs + clicksCloseMs + 1_500;
