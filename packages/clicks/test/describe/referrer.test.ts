import { expect, test } from "vitest";
import { referrerOf } from "../../src/describe/referrer.ts";

const isOwn = (host: string) => host === "s.example";

test.each([
  ["https://news.example/a/b?c=d#e", "news.example"],
  ["https://WWW.News.Example/", "news.example"],
  ["http://someone:secret@news.example:8080/", "news.example"],
  ["https://news.example./", "news.example"],
  ["https://뉴스.example/", "xn--vg1b002a.example"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["https://www.example", "example"],
  ["android-app://com.Example.my_app2/https/example.com", "com.example.my_app2"],
])("%s is kept as %s", (referer, host) => {
  expect(referrerOf(referer, isOwn)).toBe(host);
});

test.each([
  "https://s.example/AbC123Z",
  "https://www.s.example/",
  "http://203.0.113.9/",
  "http://[2001:db8::1]:8080/",
  "http://0x7f.1/",
  "http://2130706433/",
  "http://127.1/",
  "http://www.0x7f000001/",
  "android-app://2130706433/",
  "android-app://0x7f000001/",
  "android-app://127.1/",
  "android-app://www.203.0.113.9/",
  "android-app://[2001:db8::1]/",
  "android-app://%32130706433/",
  "android-app://app/",
  "about:blank",
  "data:text/plain,x",
  "news.example",
  "/relative",
  "",
  `https://${"a.".repeat(120)}example/`,
])("%s is not kept", (referer) => {
  expect(referrerOf(referer, isOwn)).toBeNull();
});
