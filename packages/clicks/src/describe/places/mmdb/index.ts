export { openMmdbPlaces, type MmdbOptions, type MmdbPlaces } from "./mmdb-places.ts";
