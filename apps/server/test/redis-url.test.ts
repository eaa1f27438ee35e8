import { expect, it } from "vitest";
import { redisUrl } from "../src/redis-url.ts";

const read = (written: string): unknown => redisUrl.parse(written);

it.each([
  "redis://redis",
  "redis://redis:6379/",
  "rediss://user:p%40ss@redis.example:6380/15",
  "redis://[::1]:6379",
  "redis://:a,b@redis",
])("names one server: %s", (written) => {
  expect(read(written)).toBe(written);
});

it("takes an @ in the password of one server as the client does", () => {
  expect(read("redis://:pass@word@redis")).toBe("redis://:pass%40word@redis");
});

it("names nodes of a Cluster by several hosts, with what is written once for all of them", () => {
  const before = "rediss://user:p%40s%2Cs";
  expect(read(`${before}@a:7000,b,[::1]:7002/0`)).toEqual([
    `${before}@a:7000/0`,
    `${before}@b/0`,
    `${before}@[::1]:7002/0`,
  ]);
  expect(read("redis://a,b?cluster=true")).toEqual(["redis://a", "redis://b"]);
});

it("names a Cluster by one host where it says so", () => {
  expect(read("redis://cluster.example:6379?cluster=true")).toEqual(["redis://cluster.example:6379"]);
  expect(read("redis://cluster.example/?cluster=true")).toEqual(["redis://cluster.example/"]);
});

it.each([
  "",
  "redis",
  "http://redis",
  "redis://",
  "redis://:6379",
  "redis://redis:0",
  "redis://redis:65536",
  "redis://redis/abc",
  "redis://redis/-1",
  "redis://redis/1/2",
  "redis://redis/1?db=2",
  "redis://redis?cluster=false",
  "redis://redis?cluster=true&family=6",
  "redis://redis#a",
  "redis://:%zz@redis",
  "redis://a,",
  "redis://,a",
  "redis://a,,b",
  "redis://a:6379, b:6379",
  "redis://a:6379,b:0",
  "redis://a:6379,redis://b:6379",
  "redis://:secret@a,:secret@b",
  "redis://a/0,b/0",
  "redis://a,b?cluster=false",
  "redis://a,b?cluster=true#b",
])("refuses %s", (written) => {
  expect(() => read(written)).toThrow(/^It must be an absolute URL that begins with `redis:\/\/` or `rediss:\/\/`, /);
});

it.each(["redis://a,b/1", "redis://a/1?cluster=true", "redis://a,b/15?cluster=true"])(
  "says of the database that a Cluster has none: %s",
  (written) => {
    expect(() => read(written)).toThrow("A Cluster has no database but 0.");
  },
);
