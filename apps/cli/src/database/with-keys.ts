import type { KeyStore } from "@narrows/links";
import type { CliConfig } from "../config.ts";
import { withStore } from "./with-store.ts";

/** Opens the database's keys for one action. The service may be running. */
export function withKeys<Result>(config: CliConfig, action: (keys: KeyStore) => Promise<Result>): Promise<Result> {
  return withStore(config, ({ keys }) => action(keys));
}
