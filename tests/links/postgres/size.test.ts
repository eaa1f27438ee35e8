import { describe, expect, it } from "vitest";
import { postgresProgram } from "../../services/postgres-server.ts";
import { startDatabase } from "./open-database.ts";
import { openSession } from "./session.ts";

const rows = 200_000;

describe.skipIf(postgresProgram() === undefined)("a link in PostgreSQL", () => {
  it("takes 300 bytes at most with its indexes, for a destination of 100 characters and an owner", async () => {
    await using at = await startDatabase({}, { settings: { fsync: "off", shared_buffers: "256MB" } });
    await using session = openSession(at.server.url);
    // In the order of time, with codes, owners and hosts in none: as the indexes fill up in use.
    for (let first = 0; first < rows; first += 10_000) await session.run(insertFrom(first, 10_000));
    await session.run("VACUUM ANALYZE links");
    const [[bytes, longest] = []] = await session.run(
      "SELECT pg_total_relation_size('links') / count(*), max(octet_length(destination)) FROM links",
    );
    expect(longest).toBe(100);
    expect(Number(bytes)).toBeGreaterThan(200);
    expect(Number(bytes)).toBeLessThanOrEqual(300);
  });
});

function insertFrom(first: number, count: number): string {
  return `
    INSERT INTO links (created_at, owner_id, host_hash, flags, domain, code, destination)
    SELECT
      1800000000000 + i * 50, 1 + power(10000, random())::integer, hashint4(power(100000, random())::integer), 0, '',
      translate(substr(encode(decode(md5('code ' || i), 'hex'), 'base64'), 1, 7), '+/', '01'),
      rpad('https://example.com/' || i || '/', 100, md5(i::text))
    FROM generate_series(${first + 1}, ${first + count}) AS i
    ON CONFLICT DO NOTHING`;
}
