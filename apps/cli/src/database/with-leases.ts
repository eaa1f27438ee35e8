import type { LeaseAllocator } from "@narrows/codes";
import type { CliConfig } from "../config.ts";
import { withStore } from "./with-store.ts";

/** Opens the database's leases for one action. The service may be running. */
export function withLeases<Result>(
  config: CliConfig,
  action: (leases: LeaseAllocator) => Promise<Result>,
): Promise<Result> {
  return withStore(config, ({ leases }) => action(leases));
}
