/** Options of stores whose tests are not about time: a busy machine must not make a slow answer a wrong one. */
export const patient = { lockTimeoutMs: 60_000, deadlineMs: 110_000, listDeadlineMs: 110_000 } as const;
