/** Texts of one turn, joined to as few payloads as possible. */
export interface TextJoiner {
  /** @returns False when it was dropped because too many wait. */
  add(text: string): boolean;
  /** Takes the next payload: lines up to the bound. Undefined: nothing waits. */
  take(): string | undefined;
}

/** Joins texts without line breaks. `maxBytes` must have room for the longest of them. */
export function createTextJoiner(options: { readonly maxBytes: number; readonly maxTexts: number }): TextJoiner {
  const waiting: string[] = [];
  return {
    add(text) {
      if (waiting.length >= options.maxTexts) return false;
      waiting.push(text);
      return true;
    },
    take() {
      if (waiting.length === 0) return undefined;
      let bytes = 0;
      let count = 0;
      for (const text of waiting) {
        bytes += Buffer.byteLength(text) + 1;
        if (count > 0 && bytes > options.maxBytes) break;
        count += 1;
      }
      return waiting.splice(0, count).join("\n");
    },
  };
}

export function splitTexts(payload: string): readonly string[] {
  return payload.split("\n");
}
