/** A heading, with the anchor that GitHub gives it. */
export type Heading = { readonly level: number; readonly text: string; readonly anchor: string };

/** A fenced block of code. */
export type CodeBlock = {
  /** The word behind the fence, such as `sh`; empty where there is none. */
  readonly language: string;
  readonly text: string;
  /** The heading that it stands under. */
  readonly heading: string;
};

export type Markdown = {
  readonly headings: readonly Heading[];
  readonly codeBlocks: readonly CodeBlock[];
  /** What stands between single backticks, line breaks as spaces. */
  readonly codeSpans: readonly string[];
  /** Where its links and pictures lead, as written. */
  readonly links: readonly string[];
};

/** Reads as much of a Markdown text as the tests look at. What stands in a code block is neither heading nor link. */
export function parseMarkdown(text: string): Markdown {
  const { prose, codeBlocks } = splitCode(text);
  const seen = new Map<string, number>();
  const headings = prose.filter((line) => /^#{1,6} /.test(line)).map((line) => toHeading(line, seen));
  return { headings, codeBlocks, codeSpans: codeSpansOf(prose.join("\n")), links: linksOf(prose.join("\n")) };
}

function codeSpansOf(prose: string): readonly string[] {
  return [...prose.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? "").replaceAll("\n", " "));
}

function splitCode(text: string): { prose: string[]; codeBlocks: CodeBlock[] } {
  const prose: string[] = [];
  const codeBlocks: CodeBlock[] = [];
  let open: { language: string; lines: string[] } | undefined;
  let heading = "";
  for (const line of text.split("\n")) {
    const fence = /^ *```(\S*)/.exec(line);
    if (fence !== null && open === undefined) open = { language: fence[1] ?? "", lines: [] };
    else if (fence !== null && open !== undefined) {
      codeBlocks.push({ language: open.language, text: open.lines.join("\n"), heading });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line);
    else {
      if (/^#{1,6} /.test(line)) heading = line.replace(/^#+ /, "");
      prose.push(line);
    }
  }
  return { prose, codeBlocks };
}

function toHeading(line: string, seen: Map<string, number>): Heading {
  const text = line.replace(/^#+ /, "").trim();
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
  const count = seen.get(slug) ?? 0;
  seen.set(slug, count + 1);
  return { level: line.indexOf(" "), text, anchor: count === 0 ? slug : `${slug}-${count}` };
}

function linksOf(prose: string): readonly string[] {
  const withoutCode = prose.replace(/`[^`]*`/g, "");
  const inline = [...withoutCode.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)];
  const references = [...withoutCode.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)];
  return [...inline, ...references].map((match) => match[1] ?? "");
}
