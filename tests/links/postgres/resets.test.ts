import type { Link, LinkStore } from "@narrows/links";
import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { makeDatabase } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { startResetProxy } from "./reset-proxy.ts";

describe.skipIf(postgresProgram() === undefined)(
  "a connection to PostgreSQL that is reset when it is used again",
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const start = async () => {
      const proxy = await startResetProxy(await makeDatabase(server));
      const database = await openDatabase({ url: proxy.url });
      return {
        proxy,
        links: database.links,
        async [Symbol.asyncDispose]() {
          await database[Symbol.asyncDispose]();
          await proxy[Symbol.asyncDispose]();
        },
      };
    };

    it.each<[string, (links: LinkStore, link: Link) => unknown]>([
      ["a redirect's", (links, link) => links.findTarget(link)],
      ["a link's", (links, link) => links.find(link)],
    ])("is no failure of %s read, which is made once more", async (_whose, read) => {
      await using at = await start();
      const link = sampleLink();
      await at.links.create(createCommand(link));
      await read(at.links, link);
      const { accepted } = at.proxy;
      at.proxy.forget();
      expect(await read(at.links, link)).toMatchObject({ destination: link.destination });
      expect(at.proxy.accepted).toBe(accepted + 1);
    });

    it("is no failure of a read either where all that were idle are reset", async () => {
      await using at = await start();
      const link = sampleLink();
      await at.links.create(createCommand(link));
      const before = at.proxy.accepted;
      await Promise.all([at.links.find(link), at.links.find(link)]);
      expect(at.proxy.accepted).toBe(before + 2);
      at.proxy.forget();
      expect(await at.links.find(link)).toEqual(link);
      expect(at.proxy.accepted).toBe(before + 3);
    });

    it("leaves a create's outcome unknown, for none is made a second time", async () => {
      await using at = await start();
      await at.links.create(createCommand(sampleLink({ ownerId: null })));
      const link = sampleLink({ ownerId: null });
      at.proxy.forget();
      await expect(at.links.create(createCommand(link))).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
      expect(await at.links.find(link)).toBeUndefined();
    });

    it("fails an edit, which is not made a second time", async () => {
      await using at = await start();
      const link = sampleLink();
      await at.links.create(createCommand(link));
      const edit = (note: string) => at.links.edit({ key: link, guard: anyone, patch: { note }, now: 1 });
      await edit("first");
      at.proxy.forget();
      await expect(edit("second")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      expect(await at.links.find(link)).toMatchObject({ note: "first", version: 2 });
    });
  },
);
