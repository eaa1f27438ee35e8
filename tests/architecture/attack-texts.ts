/**
 * Texts that a regular expression takes long for, if it ever does: what may be repeated in it, many times over, and then
 * something that fits nowhere, so that every way to share the repetition out is tried.
 */
export function attackTexts({ source }: RegExp, length: number): readonly string[] {
  const characters = charactersOf(source);
  const pairs = characters.flatMap((first) => characters.map((second) => first + second));
  const units = [...characters, ...pairs];
  return [...new Set(["", leadOf(source)])].flatMap((lead) =>
    units.map((unit) => `${lead}${unit.repeat(Math.ceil(length / unit.length))}${misfit}`),
  );
}

const misfit = "\u0001";

/** At most so many of its own characters, for each is paired with each. */
const maxCharacters = 16;

/** The characters that the pattern is written with, which stand for its classes as well, and a few that classes mean. */
function charactersOf(source: string): readonly string[] {
  const plain = source.replaceAll(/\\(.)/g, (_, escaped: string) => (/[a-zA-Z0-9]/.test(escaped) ? "" : escaped));
  return [...new Set(` a0${plain}`.split(""))].slice(0, maxCharacters);
}

/** What has to come before the first repetition, as far as it is written out. */
function leadOf(source: string): string {
  const [lead = ""] = /^\^?((?:\\[^a-zA-Z]|[\w=;:/"-])*)/.exec(source) ?? [];
  return lead.replace("^", "").replaceAll("\\", "");
}
