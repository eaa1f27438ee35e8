import { readFile } from "node:fs/promises";

/** Real public URLs, each once. */
export async function readUrls(): Promise<readonly string[]> {
  const text = await readFile(new URL("../fixtures/urls.tsv", import.meta.url), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t", 1)[0] ?? ""]));
}

/** An input for `longUrl` and what must become of it; `href` is what the WHATWG parser makes of it, where it can. */
export type DestinationCase = {
  readonly input: string;
  readonly href?: string;
  readonly reason: string;
  readonly expect:
    | "reject"
    | "reject_if_private_targets_blocked"
    | "accept_or_policy"
    | "accept_or_reject_credentials"
    | "accept_or_reject_single_label_host";
};

/** Inputs that were worked out without any implementation at hand. */
export async function readDestinationCases(): Promise<readonly DestinationCase[]> {
  const text = await readFile(new URL("../fixtures/destinations.json", import.meta.url), "utf8");
  const { whatwg, payloads } = JSON.parse(text) as Record<"whatwg" | "payloads", readonly DestinationCase[]>;
  return [...whatwg, ...payloads];
}
