import { Option } from "commander";

/** False: `--no-tag` came first. */
type Tags = readonly string[] | false | undefined;

/** `--tag`, once for each tag. Were it to take several, it would take the URL behind it as well. */
export function tagOption(description: string): Option {
  const collect = (tag: string, before: Tags): Tags => [...(before || []), tag];
  return new Option("--tag <tag>", description).argParser(collect);
}
