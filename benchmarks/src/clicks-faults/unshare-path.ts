import { testServices } from "../../../tests/services/table.ts";

const bringWithinMs = 60_000;

/** The program that gives a small disk to one that it starts; undefined where no disk can be mounted. */
export async function unsharePath(): Promise<string | undefined> {
  const state = await testServices.find(({ name }) => name === "unshare")?.bring(bringWithinMs);
  return state === undefined || state.kind === "skipped" ? undefined : state.address;
}

export const missingDisk = async (): Promise<string | undefined> =>
  (await unsharePath()) === undefined ? "no disk can be mounted" : undefined;
