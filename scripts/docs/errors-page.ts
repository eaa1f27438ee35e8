import { problemTable } from "@narrows/server";
import type { Page } from "./page.ts";

/** Every error code, from the table that answers with them. */
export const errorsPage: Page = {
  path: "docs/reference/errors.md",
  render: () => `# Errors

Made from the sources by \`npm run docs\`; change it there.

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable and meant for programs; \`title\`, \`detail\` and
\`mend\` are for people, in English or Korean by \`Accept-Language\`; \`field\` names the field, parameter or header at
fault. 400 is about form, 422 about meaning. 503 carries \`Retry-After\`, and nothing was changed, except
that \`STORE_OUTCOME_UNKNOWN\` leaves it open.

| Code | Status | What happened | How to mend it |
|---|---|---|---|
${rows().join("\n")}
`,
};

function rows(): readonly string[] {
  return Object.entries(problemTable)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, title, mend }]) => `| \`${code}\` | ${status} | ${cell(title.en)} | ${cell(mend.en)} |`);
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
