import { expect, it } from "vitest";
import { createClientIdentity } from "../../src/http/client-identity.ts";

const proxy = "10.0.0.1";

/** What a trusted proxy sends, and whom it names: the client, or nobody that can be believed. */
const vectors: readonly { readonly name: string; readonly forwarded: string; readonly client: string }[] = [
  {
    name: "as RFC 7239 has it",
    forwarded: 'for=203.0.113.7;proto=https, For="[2001:db8:ffff::9]:47011"',
    client: "203.0.113.7",
  },
  {
    name: "with tricks in quotes",
    forwarded: 'for=6.6.6.6, by="a, for=6.6.6.6;x";for=203.0.113.7',
    client: "203.0.113.7",
  },
  { name: "with another pair in quotes", forwarded: 'host="a;for=6.6.6.6";for=203.0.113.7', client: "203.0.113.7" },
  { name: "with an escaped quote", forwarded: 'host="a\\";for=6.6.6.6";for="203.0.113.7:80"', client: "203.0.113.7" },
  { name: "with a quote left open", forwarded: 'for="6.6.6.6, for=203.0.113.7', client: proxy },
  {
    name: "whose open quote swallows what the proxy appends",
    forwarded: 'for=6.6.6.6;x=", for=203.0.113.7',
    client: proxy,
  },
  {
    name: "whose open quote ends in what the proxy appends",
    forwarded: 'for=6.6.6.6;x=", for="[2001:db8::1]:80"',
    client: proxy,
  },
  {
    name: "whose open quote ends in another proxy's element",
    forwarded: 'for=6.6.6.6;x=", for="203.0.113.7:80", for="10.0.0.2"',
    client: proxy,
  },
  { name: "whose open quote escapes its end", forwarded: 'for=6.6.6.6;x="\\, for=203.0.113.7', client: proxy },
  { name: "with a quote within a word", forwarded: 'for=6.6.6.6;x=a", for=203.0.113.7', client: proxy },
  { name: "with words after quotes", forwarded: 'for=203.0.113.7;x="a"b', client: proxy },
  { name: "with a pair without a value", forwarded: "garbage, for=203.0.113.7", client: proxy },
  { name: "with an empty value", forwarded: "for=203.0.113.7;x=", client: proxy },
  { name: "with a space in a value", forwarded: "for=203.0.113.7;x=a b", client: proxy },
  { name: "that names two in one element", forwarded: "for=6.6.6.6;for=203.0.113.7", client: proxy },
  {
    name: "with spaces and empty pairs",
    forwarded: " for=203.0.113.7 ; ;proto=https; ,\t;for=10.0.0.2;",
    client: "203.0.113.7",
  },
  { name: "with a port outside quotes", forwarded: "for=203.0.113.7:80", client: "203.0.113.7" },
  { name: "that hides the client", forwarded: "for=_hidden", client: proxy },
  { name: "that names nobody", forwarded: "for=203.0.113.7, proto=https", client: proxy },
];

it.each(vectors)("Forwarded $name names $client", ({ forwarded, client }) => {
  const identityOf = createClientIdentity({
    trustedProxies: ["10.0.0.0/8", "2001:db8:ffff::/48"],
    forwardedHeader: "forwarded",
  });
  const header = (name: string) => (name === "forwarded" ? forwarded : undefined);
  expect(identityOf({ remoteAddress: proxy, header })).toBe(`ip:${client}`);
});
