import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const selectLimit = readStatement("select-limit");
const raiseLimit = readStatement("raise-limit");

const rawBefore = "raw-before";

/** Before which instant raw clicks were removed, in milliseconds since 1970; 0: none were. */
export async function readRawBefore(connection: Connection): Promise<number> {
  const [row] = await connection.read<{ value: number }>(selectLimit, { name: rawBefore });
  return row?.value ?? 0;
}

/** It never goes back. */
export async function raiseRawBefore(connection: Connection, value: number): Promise<void> {
  await connection.write(raiseLimit, { name: rawBefore, value });
}
