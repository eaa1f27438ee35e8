import { describe, expect, it } from "vitest";
import { findFreePort } from "../program/free-port.ts";
import { linksApi } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram } from "../program/program.ts";
import { exchangeRaw } from "../program/raw-exchange.ts";
import { runNarrows } from "../program/run-narrows.ts";

const longUrl = "https://example.com/mine";
const forwarding = [
  ["x-forwarded-for", "203.0.113.9"],
  ["x-forwarded-host", "evil.example"],
  ["x-forwarded-proto", "https"],
  ["forwarded", "for=203.0.113.9;host=evil.example;proto=https"],
  ["x-real-ip", "203.0.113.9"],
  ["via", "1.1 proxy"],
] as const;

describe("the Host of a request", () => {
  it("is refused with 421 when BASE_URL names another, and cannot change a short URL", async () => {
    await using program = await startProgram({
      env: { BASE_URL: "https://sho.rt", PORT: String(await findFreePort()) },
    });
    const api = linksApi(program.http, program.admin);
    const link = await api.mustCreate({ longUrl, alias: "mine" }, { host: "sho.rt" });
    expect(link.shortUrl).toBe("https://sho.rt/mine");

    for (const host of ["evil.example", "sho.rt.evil.example", "evil.example:443", "<b>.example"]) {
      const followed = await program.http.ask("GET", "/mine", { headers: { host } });
      expect([host, followed.status, followed.locations]).toEqual([host, 421, []]);
      const created = await api.create({ longUrl }, { host });
      expect(refusalOf(created)).toEqual({ status: 421, code: "HOST_UNKNOWN" });
    }
    for (const host of ["sho.rt", "SHO.RT", "sho.rt.", "sho.rt:443"]) {
      const followed = await program.http.ask("GET", "/mine", { headers: { host } });
      expect([host, followed.status, followed.locations]).toEqual([host, 302, [longUrl]]);
    }
    expect(await api.listAll()).toHaveLength(1);
  });

  it("must be there, once", async () => {
    await using program = await startProgram();
    const send = (hosts: string) =>
      exchangeRaw(program.port, Buffer.from(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`), {
        isHead: false,
        quietMs: 30_000,
        deadlineMs: 60_000,
      });
    expect((await send("Host: localhost\r\n"))[0]?.status).toBe(200);
    for (const hosts of ["", "Host: localhost\r\nHost: evil.example\r\n"]) {
      const [answer] = await send(hosts);
      expect([hosts, answer?.status, answer?.headers.get("content-type")]).toEqual([
        hosts,
        400,
        expect.stringContaining("application/problem+json"),
      ]);
    }
  });
});

describe("forwarding headers from a peer that nobody trusts", () => {
  it("change neither the short URL nor where a link leads", async () => {
    await using program = await startProgram();
    const api = linksApi(program.http, program.admin);
    const plain = await api.mustCreate({ longUrl });
    for (const [name, value] of forwarding) {
      const link = await api.mustCreate({ longUrl }, { [name]: value });
      expect(new URL(link.shortUrl).origin).toBe(new URL(plain.shortUrl).origin);
      const followed = await program.http.ask("GET", `/${link.shortCode}`, { headers: { [name]: value } });
      expect([followed.status, followed.locations]).toEqual([302, [longUrl]]);
    }
  });

  it("end what only the person at this machine may do: creating without a key", async () => {
    await using program = await startProgram();
    const anonymous = linksApi(program.http);
    expect((await anonymous.create({ longUrl })).status).toBe(201);
    for (const [name, value] of forwarding) {
      const refused = await anonymous.create({ longUrl }, { [name]: value });
      expect([name, refusalOf(refused)]).toEqual([name, { status: 401, code: "KEY_MISSING" }]);
    }
    const elsewhere = await anonymous.create({ longUrl }, { host: "sho.rt" });
    expect(refusalOf(elsewhere)).toEqual({ status: 401, code: "KEY_MISSING" });
    expect(await linksApi(program.http, program.admin).listAll()).toHaveLength(1);
  });
});

describe("somebody else's link", () => {
  it("is followed by everybody, and does not exist for another owner who would see or change it", async () => {
    await using program = await startProgram();
    const [mine, theirs] = [await keyOf(program.dataDir, "mine"), await keyOf(program.dataDir, "theirs")];
    const owner = linksApi(program.http, mine);
    const other = linksApi(program.http, theirs);
    await owner.mustCreate({ longUrl, alias: "mine" });

    const none = { status: 404, code: "LINK_NOT_FOUND" };
    expect(refusalOf(await other.get("mine"))).toEqual(none);
    expect(refusalOf(await other.edit("mine", { longUrl: "https://evil.example/" }))).toEqual(none);
    expect(refusalOf(await other.delete("mine"))).toEqual(none);
    expect(await other.listAll()).toEqual([]);
    expect((await other.follow("mine")).locations).toEqual([longUrl]);
    expect(await owner.listAll()).toHaveLength(1);
    expect((await linksApi(program.http, program.admin).get("mine")).status).toBe(200);
  });

  it("is not quarantined without the scope, and not freed by its owner", async () => {
    await using program = await startProgram();
    const mine = await keyOf(program.dataDir, "mine");
    const owner = linksApi(program.http, mine);
    await owner.mustCreate({ longUrl, alias: "mine" });
    const quarantine = (method: string, headers: Readonly<Record<string, string>>, body?: unknown) =>
      program.http.ask(method, "/v1/urls/mine/quarantine", { headers, body });

    expect(refusalOf(await quarantine("POST", mine, { reason: "x" }))).toEqual({ status: 403, code: "SCOPE_MISSING" });
    expect((await quarantine("POST", program.admin, { reason: "phishing" })).status).toBe(200);
    expect((await owner.follow("mine")).status).toBe(410);
    const stopped = { status: 409, code: "LINK_QUARANTINED" };
    expect(refusalOf(await owner.edit("mine", { enabled: true }))).toEqual(stopped);
    expect(refusalOf(await owner.delete("mine"))).toEqual(stopped);
    expect(refusalOf(await quarantine("DELETE", mine))).toEqual({ status: 403, code: "SCOPE_MISSING" });
    expect((await quarantine("DELETE", program.admin)).status).toBe(200);
    expect((await owner.follow("mine")).locations).toEqual([longUrl]);
  });
});

/** Makes a key for an owner of its own, as an operator does. */
async function keyOf(dataDir: string, name: string): Promise<Readonly<Record<"authorization", string>>> {
  const args = ["keys", "create", "--name", name, "--scopes", "links:write,links:read", "--json"];
  const { exitCode, stdout, stderr } = await runNarrows(args, { env: { DATA_DIR: dataDir } });
  if (exitCode !== 0) throw new Error(`keys create ended with ${exitCode}: ${stderr}`);
  return { authorization: `Bearer ${(JSON.parse(stdout) as { secret: string }).secret}` };
}
