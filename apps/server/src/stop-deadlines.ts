/** How long purges that still wait may take to be sent, beside the last words to other nodes, which take at most half. */
export const purgeCloseMs = 2_000;

/** Beyond STOP_DEADLINE, which is for requests: what follows the last one in the part that answers them. */
export const serviceCloseMs = purgeCloseMs + 500;

/** Beyond STOP_DEADLINE: a worker also closes what else it has open, and says goodbye. */
export const workerStopMs = serviceCloseMs + 1_500;
