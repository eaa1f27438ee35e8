import { openPostgres } from "@narrows/links/postgres";
import { fillStore } from "../fill-narrows-file.ts";

/** Puts the first links of the link set into a database, through the service's own store. */
export async function fillPostgres(url: string, links: number): Promise<void> {
  // Filling is not what is measured, and may wait for a busy machine.
  const database = await openPostgres({ url, statementMs: 60_000, waitMs: 120_000 });
  try {
    await fillStore(database.links, links);
  } finally {
    await database.close();
  }
}
