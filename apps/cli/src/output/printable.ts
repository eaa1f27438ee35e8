/** Replaces what could steer a terminal: notes and answers come from other people. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "\u{FFFD}");
}
