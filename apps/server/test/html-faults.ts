const voidTags = new Set(["meta", "link", "input", "img", "br", "wbr", "path"]);

/** Finds tags that are not closed, closed twice, or crossed; ids that appear twice; labels and references to nowhere. */
export function htmlFaults(page: string): readonly string[] {
  return [...nestingFaults(page), ...idFaults(page)];
}

function nestingFaults(page: string): readonly string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [tag, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z\d]*)(?:\s[^<>]*)?>/g)) {
    if (slash === "" && !voidTags.has(name) && !tag.endsWith("/>")) open.push(name);
    if (slash === "/" && open.pop() !== name) faults.push(`${tag} closes what is not open`);
  }
  return [...faults, ...open.map((name) => `<${name}> stays open`)];
}

function idFaults(page: string): readonly string[] {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id);
  const references = [...page.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"|href="#([^"]*)"/g)];
  const named = references.flatMap(([, list, anchor]) => (anchor === undefined ? (list ?? "").split(" ") : [anchor]));
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} appears twice`),
    ...named.filter((id) => !ids.includes(id)).map((id) => `nothing has the id ${id}`),
  ];
}
