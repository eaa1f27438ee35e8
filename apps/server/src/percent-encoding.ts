/** Whether each % is followed by the digits of a character's code; whoever decodes the text fails otherwise. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
