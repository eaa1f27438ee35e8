import type { Connection } from "./connection.ts";
import { arrayText, readStatement } from "./sql.ts";

const ensureOwners = readStatement("ensure-owners");

/** Owners whose numbers are remembered, at most. */
const maxRemembered = 20_000;

/** How often owners are asked for that other connections are just adding. */
const maxTries = 5;

/**
 * The numbers under which owners stand in links. A number holds for one connection: before the database behind it could
 * be exchanged for another, the connection would end.
 */
export class OwnerNumbers {
  readonly #numbers = new WeakMap<Connection, Map<string, number>>();

  /** Adds the owners that are not there yet, each durably before any of their links. */
  async find(connection: Connection, owners: readonly (string | null)[]): Promise<ReadonlyMap<string, number>> {
    const known = this.#of(connection);
    for (let tries = 0; tries < maxTries; tries += 1) {
      const missing = [...new Set(owners)].filter((owner) => owner !== null && !known.has(owner));
      if (missing.length === 0) return known;
      const rows = await connection.run(ensureOwners, { names: arrayText(missing) });
      for (const [id, name] of rows) known.set(name as string, id as number);
    }
    throw new Error("An owner was added by another connection again and again, and never found.");
  }

  #of(connection: Connection): Map<string, number> {
    const known = this.#numbers.get(connection);
    if (known !== undefined && known.size < maxRemembered) return known;
    const fresh = new Map<string, number>();
    this.#numbers.set(connection, fresh);
    return fresh;
  }
}
