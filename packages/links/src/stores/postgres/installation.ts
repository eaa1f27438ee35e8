import type { Ask } from "./ask.ts";
import { readStatement } from "./sql.ts";

const keepAgreement = readStatement("keep-agreement");
const selectAgreement = readStatement("select-agreement");
const selectHasLinks = readStatement("select-has-links");
const selectHasTable = readStatement("select-has-table");

/** What a database tells of its nodes as it is found: an empty one, or an older release's, knows less. */
export interface FoundInstallation {
  /** Undefined: it has none yet. */
  id(): Promise<string | undefined>;
  /** What is agreed on under a name; undefined: nothing yet. */
  find(name: string): Promise<Uint8Array | undefined>;
  hasLinks(): Promise<boolean>;
}

/** What all nodes that use one database must have in common. */
export interface Installation extends FoundInstallation {
  /** Made with the database, as 32 hexadecimal digits: no other database has it, and a restored copy has the same. */
  id(): Promise<string>;
  /** Keeps the first value under a name for good; gives the one that is kept. */
  agree(name: string, value: Uint8Array): Promise<Uint8Array>;
}

/** Puts `Installation` together. */
export function createInstallation(ask: Ask, tell: Ask): Installation {
  const find = createFind(ask);
  return {
    async id() {
      return hexOf(required(await find("id")));
    },
    find,
    async agree(name, value) {
      await tell(keepAgreement, { name, value });
      return required(await find(name));
    },
    hasLinks: () => hasLinks(ask),
  };
}

/** Puts `FoundInstallation` together; asks no table that is not there. */
export function createFoundInstallation(ask: Ask): FoundInstallation {
  const hasTable = async (name: string): Promise<boolean> => (await ask(selectHasTable, { name }))[0]?.[0] === true;
  const findKept = createFind(ask);
  const find = async (name: string) => ((await hasTable("installation")) ? findKept(name) : undefined);
  return {
    async id() {
      const id = await find("id");
      return id && hexOf(id);
    },
    find,
    hasLinks: async () => (await hasTable("links")) && hasLinks(ask),
  };
}

function createFind(ask: Ask): Installation["find"] {
  return async (name) => (await ask(selectAgreement, { name }))[0]?.[0] as Uint8Array | undefined;
}

async function hasLinks(ask: Ask): Promise<boolean> {
  return (await ask(selectHasLinks))[0]?.[0] === true;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function required(value: Uint8Array | undefined): Uint8Array {
  if (value === undefined) throw new Error("The table `installation` of the database lost a row.");
  return value;
}
