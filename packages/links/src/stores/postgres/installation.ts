import type { Ask } from "./ask.ts";
import { readStatement } from "./sql.ts";

const keepAgreement = readStatement("keep-agreement");
const selectAgreement = readStatement("select-agreement");
const selectHasLinks = readStatement("select-has-links");

/** What all nodes that use one database must have in common. */
export interface Installation {
  /** Made with the database, as 32 hexadecimal digits: no other database has it, and a restored copy has the same. */
  id(): Promise<string>;
  /** What is agreed on under a name; undefined: nothing yet. */
  find(name: string): Promise<Uint8Array | undefined>;
  /** Keeps the first value under a name for good; gives the one that is kept. */
  agree(name: string, value: Uint8Array): Promise<Uint8Array>;
  hasLinks(): Promise<boolean>;
}

/** Puts `Installation` together. */
export function createInstallation(ask: Ask, tell: Ask): Installation {
  const find = async (name: string): Promise<Uint8Array | undefined> => {
    const [row] = await ask(selectAgreement, { name });
    return row?.[0] as Uint8Array | undefined;
  };
  return {
    async id() {
      return Buffer.from(required(await find("id"))).toString("hex");
    },
    find,
    async agree(name, value) {
      await tell(keepAgreement, { name, value });
      return required(await find(name));
    },
    hasLinks: async () => (await ask(selectHasLinks))[0]?.[0] === true,
  };
}

function required(value: Uint8Array | undefined): Uint8Array {
  if (value === undefined) throw new Error("The table `installation` of the database lost a row.");
  return value;
}
