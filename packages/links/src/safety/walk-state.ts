import type { ListPosition } from "../link-store.ts";
import { isRecord } from "./is-record.ts";

/** Where the walk is, as it is kept in the store. */
export type WalkState = {
  /** Every link that was created until here has been judged, or belongs to a round. */
  readonly fresh: ListPosition;
  /** Every change until here has been judged. */
  readonly changes: number;
  /** The links that were there when the round began, once each. */
  readonly round: Round;
};

export type Round = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What the checks knew then, see `SafetyCheck.edition`. */
  readonly edition: string;
  /** Undefined: at the oldest link. */
  readonly after: ListPosition | undefined;
  readonly isDone: boolean;
};

export function writeWalkState(state: WalkState): string {
  return JSON.stringify(state);
}

/** Undefined: it was never written, or not by a release that wrote it so; the walk begins anew then. */
export function readWalkState(text: string): WalkState | undefined {
  if (text === "") return undefined;
  const state: unknown = JSON.parse(text);
  if (!isRecord(state) || !isPosition(state["fresh"]) || typeof state["changes"] !== "number") return undefined;
  const { fresh, changes, round } = state;
  if (!isRecord(round) || (round["after"] !== undefined && !isPosition(round["after"]))) return undefined;
  const { startedAt, edition, after, isDone } = round;
  if (typeof startedAt !== "number" || typeof edition !== "string" || typeof isDone !== "boolean") return undefined;
  return { fresh, changes, round: { startedAt, edition, after, isDone } };
}

function isPosition(value: unknown): value is ListPosition {
  return (
    isRecord(value) &&
    typeof value["createdAt"] === "number" &&
    typeof value["domain"] === "string" &&
    typeof value["code"] === "string"
  );
}
