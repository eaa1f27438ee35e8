import { nowhere, type Place } from "./places.ts";

/**
 * Codes that ISO 3166-1 leaves to whoever needs one: `XX` and `ZZ` are written for an unknown country. Kosovo's `XK` is one
 * as well, but means the same to everybody.
 */
const userAssigned = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/;

/**
 * Reads a country (ISO 3166-1 alpha-2, such as `KR`) and a region (ISO 3166-2, such as `KR-11`, or what follows the country
 * there). What is none is null; a region without its country too.
 */
export function placeFrom(country: unknown, region: unknown): Place {
  const code = typeof country === "string" ? country.trim().toUpperCase() : "";
  if (!/^[A-Z]{2}$/.test(code) || userAssigned.test(code)) return nowhere;
  return { country: code, region: regionOf(code, region) };
}

function regionOf(country: string, region: unknown): string | null {
  if (typeof region !== "string") return null;
  const code = region.trim().toUpperCase();
  const subdivision = code.startsWith(`${country}-`) ? code.slice(country.length + 1) : code;
  return /^[A-Z0-9]{1,3}$/.test(subdivision) ? `${country}-${subdivision}` : null;
}
