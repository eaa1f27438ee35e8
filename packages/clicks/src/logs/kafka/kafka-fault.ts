import { findErrorBy, ResponseError } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";

/** Whether somewhere in it a broker answered with this code, such as `OFFSET_OUT_OF_RANGE`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && findErrorBy(error, "apiId", code) !== null;
}

/** The error of this package for one of the library. Its cause has addresses in it, its message none. */
export function unavailable(error: unknown): ClickError {
  if (error instanceof ClickError) return error;
  const code = codeOf(leavesOf(error).at(-1));
  const reason = code === undefined ? "Kafka does not answer." : `Kafka: ${code}.`;
  return new ClickError("LOG_UNAVAILABLE", reason, { cause: error });
}

/**
 * Whether no attempt can have left a record in the log: none got as far as a broker, or the broker refused all of it. Of
 * an attempt without an answer nobody can say so.
 */
export function tookNothing(error: unknown): boolean {
  if (error instanceof ResponseError) return isRefusal(error);
  if (error instanceof AggregateError) return error.errors.every(tookNothing);
  return unsent.has(codeOf(error) ?? "");
}

/** Nobody listens; the library found out by itself that it cannot be sent. */
const unsent = new Set(["ECONNREFUSED", "PLT_KFK_USER"]);

/** Answers about a partition of which nothing was taken. */
const refusals = new Set([
  "MESSAGE_TOO_LARGE",
  "RECORD_LIST_TOO_LARGE",
  "INVALID_RECORD",
  "INVALID_TIMESTAMP",
  "NOT_ENOUGH_REPLICAS",
  "TOPIC_AUTHORIZATION_FAILED",
  "CLUSTER_AUTHORIZATION_FAILED",
  "UNKNOWN_TOPIC_OR_PARTITION",
]);

type ProduceAnswer = { readonly responses?: readonly { readonly partitionResponses?: readonly unknown[] }[] };

function isRefusal({ errors, response }: ResponseError): boolean {
  const { responses = [] } = (response ?? {}) as ProduceAnswer;
  const partitions = responses.flatMap(({ partitionResponses = [] }) => partitionResponses);
  return partitions.length === errors.length && errors.every((each) => refusals.has(codeOf(each) ?? ""));
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { apiId, cause, code } = error as {
    readonly apiId?: unknown;
    readonly cause?: unknown;
    readonly code?: unknown;
  };
  if (typeof apiId === "string") return apiId;
  return codeOf(cause) ?? (typeof code === "string" ? code : undefined);
}

/** The library packs the faults of its attempts into each other. */
function leavesOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(leavesOf) : [error];
}
