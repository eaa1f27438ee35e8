import { expect, test } from "vitest";
import { utmOf } from "../../src/describe/utm.ts";
import { asHeader } from "./sample-visit.ts";

const none = { utmSource: null, utmMedium: null, utmCampaign: null, utmTerm: null, utmContent: null };

test("all five fields are read from the request", () => {
  const query = "utm_source=a&utm_medium=b&utm_campaign=c+d&utm_term=%ED%95%9C&utm_content=e";
  expect(utmOf(`/AbC?${query}`, "https://example.com/")).toEqual({
    utmSource: "a",
    utmMedium: "b",
    utmCampaign: "c d",
    utmTerm: "한",
    utmContent: "e",
  });
});

test("a field that the request has not is read from where the link leads", () => {
  const target = "/AbC?utm_source=mail&utm_medium=";
  const destination = "https://example.com/?utm_source=x&utm_medium=y&utm_campaign=z#?utm_term=no";
  expect(utmOf(target, destination)).toEqual({ ...none, utmSource: "mail", utmMedium: "y", utmCampaign: "z" });
});

test.each([
  ["no query", "/AbC"],
  ["another query", "/AbC?source=x"],
  ["a fragment alone", "/AbC#?utm_source=x"],
  ["names of another case", "/AbC?UTM_SOURCE=x"],
  ["half an escape", "/AbC?utm%"],
  ["nothing but control characters", "/AbC?utm_source=%00%1f%7F%C2%85"],
])("%s has no field", (_, target) => {
  expect(utmOf(target, "https://example.com/")).toEqual(none);
});

test("bytes that are not UTF-8, control characters and long values are made safe", () => {
  expect(utmOf("/AbC?utm_source=a%00b%FF", "").utmSource).toBe("ab\uFFFD");
  expect(utmOf(`/AbC?utm_source=${"x".repeat(500)}`, "").utmSource).toBe("x".repeat(200));
  expect(utmOf(asHeader("/AbC?utm_source=한"), "").utmSource).toBe("한");
});
