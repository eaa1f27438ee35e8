const maxCharacters = 100;

/** A text as a message may quote it, however long it is. */
export function quoted(text: string): string {
  return text.length <= maxCharacters ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, maxCharacters))}…`;
}
