import type { ServiceState, TestService } from "./service.ts";

export type BroughtServices = {
  /** By name; a service that was skipped is not in it. */
  readonly addresses: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type BringOptions = {
  readonly deadlineMs: number;
  /** True: a service that cannot be had is an error instead of skipped tests. */
  readonly required: boolean;
  readonly say: (line: string) => void;
};

/**
 * Brings the services one after the other and says of each, in one line, what became of it.
 *
 * @throws {Error} When a service is missing although `required`; those already started are stopped before.
 */
export async function bringServices(
  services: readonly TestService[],
  { deadlineMs, required, say }: BringOptions,
): Promise<BroughtServices> {
  const states = new Map<string, ServiceState>();
  for (const service of services) {
    const state = await service.bring(deadlineMs);
    states.set(service.name, state);
    say(`service ${service.name}: ${describe(state)}`);
  }
  const missing = [...states].filter(([, state]) => state.kind === "skipped").map(([name]) => name);
  if (required && missing.length > 0) {
    await stopAll(states);
    throw new Error(`REQUIRE_SERVICES is set and these services are missing: ${missing.join(", ")}`);
  }
  return { addresses: addressesOf(states), stop: () => stopAll(states) };
}

function describe(state: ServiceState): string {
  return state.kind === "skipped" ? `skipped, ${state.reason}` : `${state.kind} ${state.address}`;
}

function addressesOf(states: ReadonlyMap<string, ServiceState>): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const [name, state] of states) if (state.kind !== "skipped") addresses[name] = state.address;
  return addresses;
}

async function stopAll(states: ReadonlyMap<string, ServiceState>): Promise<void> {
  for (const state of [...states.values()].toReversed()) if (state.kind !== "skipped") await state.stop?.();
}
