import { createEdgeHeaderPlaces } from "@narrows/clicks/describe";
import { expect, test } from "vitest";
import { placeFrom } from "../../src/describe/places/country-code.ts";

test.each([
  ["KR", "11", "KR", "KR-11"],
  [" kr ", "kr-11", "KR", "KR-11"],
  ["US", "CA", "US", "US-CA"],
  ["XK", undefined, "XK", null],
  ["GB", "England", "GB", null],
  ["DE", "", "DE", null],
  ["DE", 5, "DE", null],
])("%j and %j are %s and %s", (country, region, expectedCountry, expectedRegion) => {
  expect(placeFrom(country, region)).toEqual({ country: expectedCountry, region: expectedRegion });
});

test.each(["XX", "T1", "ZZ", "AA", "QO", "XA", "", "K", "KOR", "한국", "K\u0000", undefined, null, 82, {}])(
  "%j is no country, and what is in no country is no region",
  (country) => {
    expect(placeFrom(country, "11")).toEqual({ country: null, region: null });
  },
);

test("a place is read from the headers that are named, and from no others", () => {
  const headers = new Map([
    ["cf-ipcountry", "KR"],
    ["cf-region-code", "11"],
  ]);
  const reader = { address: undefined, headers };
  const both = createEdgeHeaderPlaces({ country: "CF-IPCountry", region: "CF-Region-Code" });
  expect(both.placeOf(reader)).toEqual({ country: "KR", region: "KR-11" });
  expect(createEdgeHeaderPlaces({ country: "CF-IPCountry" }).placeOf(reader)).toEqual({ country: "KR", region: null });
  expect(createEdgeHeaderPlaces({ country: "X-Country" }).placeOf(reader)).toEqual({ country: null, region: null });
});
