import { describe, expect, it } from "vitest";
import { createDestinationPolicy } from "../../src/destination/destination-policy.ts";
import { bases, lenient, refusal } from "./policies.ts";

describe("hosts of our own", () => {
  it.each([
    "https://sho.rt/x",
    "https://SHO.rt/",
    "https://sho.rt./",
    "https://sho.rt../",
    "http://sho.rt:1234/",
    "https:/sho.rt",
    "https://ｓｈｏ.ｒｔ/",
    "https://sho\u3002rt/",
    "https://%73ho.rt/",
  ])("refuses %s as a way back to itself", (longUrl) => {
    expect(refusal(longUrl)).toBe("DESTINATION_OWN_DOMAIN");
    expect(refusal(longUrl, lenient)).toBe("DESTINATION_OWN_DOMAIN");
  });

  it("counts further hosts in, however they are written", () => {
    const judge = createDestinationPolicy({
      bases,
      ownHosts: ["GO.Example.com:8443", "짧은.example", "other.example."],
    });
    for (const host of ["go.example.com", "짧은.EXAMPLE", "other.example"]) {
      expect(refusal(`http://${host}/`, judge)).toBe("DESTINATION_OWN_DOMAIN");
    }
    expect(refusal("http://example.com/", judge)).toBeUndefined();
  });

  it("refuses itself on localhost too, where private hosts are allowed", () => {
    const local = createDestinationPolicy({ bases: ["http://localhost:8787"], allowPrivate: true });
    expect(refusal("http://LOCALHOST/", local)).toBe("DESTINATION_OWN_DOMAIN");
    expect(refusal("http://127.0.0.1/", local)).toBeUndefined();
  });

  it.each(["", " ", "a b", "example.com/x", "user@example.com", "https://example.com", "."])(
    "refuses to start with %j as a host",
    (host) => {
      expect(() => createDestinationPolicy({ bases, ownHosts: [host] })).toThrow(SyntaxError);
    },
  );

  it("refuses to start with a base that is no address", () => {
    expect(() => createDestinationPolicy({ bases: ["sho.rt"] })).toThrow(TypeError);
  });
});
