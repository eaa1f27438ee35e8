import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClickError } from "@narrows/clicks";
import { openMmdbPlaces, type MmdbOptions } from "@narrows/clicks/mmdb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { ipv4Bits, ipv6Bits, writeMmdb, type MmdbNetwork } from "./write-mmdb.ts";

const korea = { country: { iso_code: "KR", names: { en: "South Korea" } }, subdivisions: [{ iso_code: "11" }] };
const networks: readonly MmdbNetwork[] = [
  { bits: ipv4Bits("203.0.113.0", 24), record: korea },
  { bits: ipv4Bits("198.51.100.0", 25), record: { country_code: "de" } },
  { bits: ipv4Bits("192.0.2.0", 24), record: { country: "FR", region_code: "IDF" } },
  { bits: ipv4Bits("100.64.0.0", 10), record: { registered_country: { iso_code: "US" } } },
  { bits: ipv6Bits("2001:db8:1", 48), record: korea },
];

async function openedFrom(bytes: Uint8Array) {
  const path = join(await temporaryFolder(), "countries.mmdb");
  await writeFile(path, bytes);
  const faults: unknown[] = [];
  const places = await openMmdbPlaces({ path, onFault: (error) => faults.push(error) });
  onTestFinished(() => places.close());
  const countryOf = (address: string | undefined) => places.placeOf({ address, headers: new Map() }).country;
  return { path, places, countryOf, faults };
}

test("places are found of IPv4 and of IPv6, in the forms of several makers", async () => {
  const { places, countryOf } = await openedFrom(writeMmdb(networks));
  expect(places.placeOf({ address: "203.0.113.9", headers: new Map() })).toEqual({ country: "KR", region: "KR-11" });
  expect(places.placeOf({ address: "192.0.2.1", headers: new Map() })).toEqual({ country: "FR", region: "FR-IDF" });
  expect(countryOf("198.51.100.127")).toBe("DE");
  expect(countryOf("2001:db8:1::9")).toBe("KR");
  expect(countryOf("2001:db8:1::9%eth0")).toBe("KR");
  expect(countryOf("::ffff:203.0.113.9")).toBe("KR");
});

test("what is not in the file is nowhere", async () => {
  const { countryOf } = await openedFrom(writeMmdb(networks));
  const others = ["198.51.100.128", "100.64.0.1", "2001:db8:2::1", "no address", "", "1.2.3", undefined];
  expect(others.map(countryOf)).toEqual(others.map(() => null));
});

describe("is refused when it is opened:", () => {
  const whole = writeMmdb(networks);
  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["another file", Buffer.from("country,code\n".repeat(1_000))],
    ["one that ends too early", whole.subarray(0, whole.length / 2)],
    ["one that lost its beginning", whole.subarray(whole.length / 2)],
    ["one of networks", writeMmdb(networks, "GeoLite2-ASN")],
    ["one of a later format", writeMmdb(networks, "Test-Country", { binary_format_major_version: 3 })],
  ])("%s", async (_, bytes) => {
    const refusal = openedFrom(bytes);
    await expect(refusal).rejects.toThrow(ClickError);
    await expect(refusal).rejects.toMatchObject({
      code: "COUNTRY_FILE_INVALID",
      message: expect.stringMatching(/[^.]\.$/) as string,
    });
  });

  test.each([
    ["a device", "/dev/zero"],
    ["a folder", import.meta.dirname],
  ])("%s, without reading it", async (_, path) => {
    const refusal = openMmdbPlaces({ path, onFault: () => undefined });
    await expect(refusal).rejects.toThrow("it is no file");
  });

  test("one that is not there, by its name", async () => {
    const path = join(await temporaryFolder(), "missing.mmdb");
    const refusal = openMmdbPlaces({ path, onFault: () => undefined });
    await expect(refusal).rejects.toMatchObject({ code: "COUNTRY_FILE_INVALID" });
    await expect(refusal).rejects.toThrow(path);
  });
});

test("a file that is exchanged is used, and one that is broken is told of once while the old one is used", async () => {
  const { path, places, countryOf, faults } = await openedFrom(writeMmdb(networks));
  const exchange = async (bytes: Uint8Array) => {
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    await places.reload();
  };
  await exchange(writeMmdb([{ bits: ipv4Bits("203.0.113.0", 24), record: { country: { iso_code: "JP" } } }]));
  expect([countryOf("203.0.113.9"), countryOf("198.51.100.1"), faults.length]).toEqual(["JP", null, 0]);
  await exchange(Buffer.from("broken"));
  await places.reload();
  expect([countryOf("203.0.113.9"), faults.length]).toEqual(["JP", 1]);
  await exchange(writeMmdb(networks));
  expect([countryOf("203.0.113.9"), faults.length]).toEqual(["KR", 1]);
});

describe("a file system that does not answer", () => {
  test("is not waited for, holds one call, and is used when it answers", async () => {
    const path = await countriesFile(korea);
    const { countryOf, places, faults, disk } = await openedHanging(path);
    expect([countryOf("203.0.113.9"), faults.length]).toEqual([null, 1]);
    for (let minute = 0; minute < 5; minute += 1) void places.reload();
    expect([disk.held(), faults.length]).toEqual([1, 6]);
    expect(String(faults)).toContain("the file system does not answer");
    disk.mend();
    await vi.waitFor(() => expect(countryOf("203.0.113.9")).toBe("KR"), { timeout: 30_000 });
    expect(faults).toHaveLength(6);
  });

  test("is told of as well where it gives no such file in the end", async () => {
    const path = join(await temporaryFolder(), "countries.mmdb");
    await writeFile(path, "no countries");
    const { countryOf, faults, disk } = await openedHanging(path);
    disk.mend();
    await vi.waitFor(() => expect(faults).toHaveLength(2), { timeout: 30_000 });
    expect(countryOf("203.0.113.9")).toBeNull();
  });

  test("leaves what was read before in use", async () => {
    const path = await countriesFile(korea);
    const disk = hangingDisk();
    disk.mend();
    const { countryOf, places, faults } = await openedHanging(path, disk);
    disk.hang();
    void places.reload();
    await vi.waitUntil(() => disk.held() === 1, { timeout: 30_000 });
    void places.reload();
    expect([countryOf("203.0.113.9"), faults.length]).toEqual(["KR", 1]);
  });
});

async function countriesFile(record: MmdbNetwork["record"]): Promise<string> {
  const path = join(await temporaryFolder(), "countries.mmdb");
  await writeFile(path, writeMmdb([{ bits: ipv4Bits("203.0.113.0", 24), record }]));
  return path;
}

function hangingDisk() {
  const waiting: (() => void)[] = [];
  let hangs = true;
  const answered = async (): Promise<void> => {
    if (hangs) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const files = {
    readFile: async (path: string) => answered().then(() => readFile(path)),
    stat: async (path: string) => answered().then(() => stat(path)),
  } as unknown as MmdbOptions["files"] & object;
  return {
    files,
    held: () => waiting.length,
    hangs: () => hangs,
    hang: () => void (hangs = true),
    mend() {
      hangs = false;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

async function openedHanging(path: string, disk = hangingDisk()) {
  onTestFinished(disk.mend);
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const places = await openMmdbPlaces({ path, onFault, files: disk.files, patienceMs: disk.hangs() ? 1 : 60_000 });
  onTestFinished(() => places.close());
  const countryOf = (address: string) => places.placeOf({ address, headers: new Map() }).country;
  return { places, countryOf, faults, disk };
}
