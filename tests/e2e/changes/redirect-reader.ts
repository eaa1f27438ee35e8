const head = "HTTP/1.1 302 ";
const endOfHead = "\r\n\r\n";

/**
 * Reads redirects out of what one connection brings, whose answers have no body.
 *
 * @param led Called with the Location of each, in their order.
 * @param fail Called with the head of an answer that is no such redirect; the rest is not read.
 * @returns What takes the next piece of the connection's text, wherever it was cut.
 */
export function redirectReader(led: (location: string) => void, fail: (answer: string) => void) {
  let rest = "";
  let hasFailed = false;
  return (text: string): void => {
    if (hasFailed) return;
    rest += text;
    let from = 0;
    for (let end = rest.indexOf(endOfHead); end >= 0; end = rest.indexOf(endOfHead, from)) {
      const answer = rest.slice(from, end);
      const location = /\r\nlocation: ([^\r]*)/i.exec(answer)?.[1];
      if (!answer.startsWith(head) || location === undefined || !/\r\ncontent-length: 0(?:\r|$)/i.test(answer)) {
        hasFailed = true;
        return fail(answer);
      }
      led(location);
      from = end + endOfHead.length;
    }
    rest = rest.slice(from);
  };
}
