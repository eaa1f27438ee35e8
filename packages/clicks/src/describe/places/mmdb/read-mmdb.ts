import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { Reader, type Response } from "mmdb-lib";
import { placeFrom } from "../country-code.ts";
import { nowhere, type Place } from "../places.ts";

/** Files that say other things of an address, in which every country would be missing. */
const otherTypes = /\b(?:ASN|ISP|Domain|Anonymous|Connection)\b/i;

/** Decoded records, each of some kilobytes where it names a city in eight languages. */
const maxRecords = 2_000;

/** @throws {Error} When the bytes are no file of MaxMind's format, or one without countries. */
export function readMmdb(bytes: Buffer): (address: string) => Place {
  const records = new LRUCache<number | string, object>({ max: maxRecords });
  const reader = new Reader<Response>(bytes, {
    cache: { get: (key) => records.get(key), set: (key, value: object) => void records.set(key, value) },
  });
  const { binaryFormatMajorVersion, databaseType, ipVersion, searchTreeSize } = reader.metadata;
  if (binaryFormatMajorVersion !== 2)
    throw new Error(`version ${binaryFormatMajorVersion} of the format is not known.`);
  if (otherTypes.test(databaseType)) throw new Error(`a file of the type ${databaseType} holds no countries.`);
  if (searchTreeSize >= bytes.length) throw new Error("the file was cut.");
  const placeOf = (address: string): Place => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    if (version === 0 || (version === 6 && ipVersion === 4)) return nowhere;
    return toPlace(reader.get(plain));
  };
  // What is broken is broken for these too, and then it is better said now.
  for (const address of samples) placeOf(address);
  return (address) => {
    try {
      return placeOf(address);
    } catch {
      // Some other part of the file is broken.
      return nowhere;
    }
  };
}

const samples = Array.from({ length: 223 }, (_, index) => `${index + 1}.1.1.1`);

/** An IPv4 address may come as IPv6 (RFC 4291, section 2.5.5.2), and of IPv6 with a zone. */
function plainAddress(address: string): string {
  const [withoutZone = ""] = address.split("%");
  const mapped = withoutZone.toLowerCase().startsWith("::ffff:") ? withoutZone.slice(7) : "";
  return isIP(mapped) === 4 ? mapped : withoutZone;
}

/** MaxMind's own records, and the flat ones of others. */
function toPlace(record: unknown): Place {
  const { country, country_code: flat, subdivisions, region_code: region } = fieldsOf(record);
  const code = typeof country === "string" ? country : (fieldsOf(country)["iso_code"] ?? flat);
  const first: unknown = Array.isArray(subdivisions) ? subdivisions[0] : undefined;
  return placeFrom(code, fieldsOf(first)["iso_code"] ?? region);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
