const head = "HTTP/1.1 302 ";
const headOfEnd = "HTTP/1.1 410 ";
const endOfHead = "\r\n\r\n";

export type AnswerListeners = {
  /** Told the Location of each redirect, in their order. */
  readonly led: (location: string) => void;
  /** Told of each answer that the link leads nowhere any more, in their order. Undefined: that is a failure. */
  readonly ended: (() => void) | undefined;
  /** Told the head of an answer that is neither; the rest is not read. */
  readonly fail: (answer: string) => void;
};

/**
 * Reads redirects, whose answers have no body, and ends out of what one connection brings.
 *
 * @returns What takes the next piece of the connection's text, wherever it was cut.
 */
export function redirectReader({ led, ended, fail }: AnswerListeners) {
  let rest = "";
  let hasFailed = false;
  return (text: string): void => {
    if (hasFailed) return;
    rest += text;
    let from = 0;
    for (let end = rest.indexOf(endOfHead); end >= 0; end = rest.indexOf(endOfHead, from)) {
      const answer = rest.slice(from, end);
      const location = /\r\nlocation: ([^\r]*)/i.exec(answer)?.[1];
      const length = Number(/\r\ncontent-length: (\d+)(?:\r|$)/i.exec(answer)?.[1]);
      const next = end + endOfHead.length + length;
      if (answer.startsWith(head) && location !== undefined && length === 0) led(location);
      else if (answer.startsWith(headOfEnd) && ended !== undefined && length >= 0) {
        if (next > rest.length) break;
        ended();
      } else {
        hasFailed = true;
        return fail(answer);
      }
      from = next;
    }
    rest = rest.slice(from);
  };
}
