import type { ClickConfig } from "./click-settings.ts";
import { openClickSource } from "./open-click-log.ts";

/**
 * Whether nothing waits in the outbox of `DATABASE_URL`, whatever `CLICKS` is by now. Spools of nodes are not looked at.
 *
 * @returns False without `DATABASE_URL`.
 * @throws {ClickError} `LOG_UNAVAILABLE`
 */
export async function isOutboxEmpty(config: ClickConfig, now: () => number): Promise<boolean> {
  if (config.databaseUrl === undefined) return false;
  const outbox = await openClickSource({ config: { ...config, clicks: "outbox" }, clocks: { now } });
  try {
    return (await outbox.backlog()).records === 0;
  } finally {
    await outbox.close();
  }
}
