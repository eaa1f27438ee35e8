import { Option } from "commander";

/** `--tag`, once for each tag. Were it to take several, it would take the URL behind it as well. */
export function tagOption(description: string): Option {
  const collect = (tag: string, before: unknown): readonly string[] =>
    Array.isArray(before) ? [...before, tag] : [tag];
  return new Option("--tag <tag>", description).argParser(collect);
}
