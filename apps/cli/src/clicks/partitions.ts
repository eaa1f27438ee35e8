import type { ClickStore, PartitionState } from "@narrows/clicks";
import { endOfLog } from "@narrows/clicks";
import { seeClickLog, type ServerConfig } from "@narrows/server";
import type { Context, Outcome } from "../cli-command.ts";
import { renderTable } from "../output/table.ts";
import type { Say } from "../texts/say.ts";
import { onClickStore } from "./on-click-store.ts";

/** A partition, and whether its log is on this machine, or in what `CLICKS` names; undefined: it is of another `CLICKS`. */
export type SeenPartition = PartitionState & { readonly isLogHere: boolean | undefined };

/** Lists how far each partition of the click log is counted, in the store that the environment names. */
export async function listPartitions(
  environment: Readonly<Record<string, string | undefined>>,
  { say, now }: Pick<Context, "say" | "now">,
): Promise<Outcome> {
  const found = await onClickStore(environment, (store, config) => seePartitions(store, config, now));
  const json = { partitions: found.map(shown) };
  return { json, human: found.length === 0 ? `${say("clicks.noPartitions")}\n` : tableOf(found, say) };
}

/** @throws {ClickError} */
export async function seePartitions(
  store: Pick<ClickStore, "partitions">,
  config: ServerConfig,
  now: () => number,
): Promise<readonly SeenPartition[]> {
  const isHere = await seeClickLog(config, now);
  return (await store.partitions()).map((state) => ({ ...state, isLogHere: isHere(state.partition) }));
}

export function isWaitedFor({ completeAt }: Pick<PartitionState, "completeAt">): boolean {
  return completeAt !== endOfLog;
}

/** Null: never. */
function instantOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function shown(state: SeenPartition) {
  const { partition, at: position, completeAt, seenAt, isLogHere } = state;
  const isWaited = isWaitedFor(state);
  const asOf = isWaited ? instantOrNull(completeAt) : null;
  const seen = instantOrNull(seenAt);
  return { partition, position, asOf, isWaitedFor: isWaited, seenAt: seen, isLogHere: isLogHere ?? null };
}

function tableOf(partitions: readonly SeenPartition[], say: Say): string {
  const keys = ["column.partition", "column.position", "column.asOf", "column.seen", "column.log"] as const;
  const rows = partitions
    .map(shown)
    .map((row) => [
      row.partition,
      String(row.position),
      row.isWaitedFor ? (row.asOf ?? say("value.none")) : say("clicks.notWaitedFor"),
      row.seenAt ?? say("value.none"),
      say(sightOf(row.isLogHere)),
    ]);
  return renderTable(
    keys.map((key) => say(key)),
    rows,
  );
}

function sightOf(isLogHere: boolean | null): "clicks.logHere" | "clicks.logNotHere" | "clicks.logOfAnother" {
  if (isLogHere === null) return "clicks.logOfAnother";
  return isLogHere ? "clicks.logHere" : "clicks.logNotHere";
}
