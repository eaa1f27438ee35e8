/** Reads Prometheus' text format: the value of each sample by its name with labels, as written. */
export function parsePrometheus(text: string): ReadonlyMap<string, number> {
  const samples = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): [string, number] => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]);
  return new Map(samples);
}
