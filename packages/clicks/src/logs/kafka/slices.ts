import type { MessageToProduce } from "@platformatic/kafka";
import type { Click } from "../../click.ts";
import { formatClick } from "../../format-click.ts";

/** One link keeps to one partition, so its clicks stay in order and fall into few batches of the writer. */
function keyOf({ domain, code }: Click): string {
  return `${domain}/${code}`;
}

/** Cuts clicks into requests of at most so many bytes, before compression; one click may be more than that. */
export function* slicesOf(clicks: readonly Click[], topic: string, maxBytes: number): Generator<MessageToProduce[]> {
  let slice: MessageToProduce[] = [];
  let bytes = 0;
  for (const click of clicks) {
    const message = { topic, key: Buffer.from(keyOf(click)), value: Buffer.from(formatClick(click)) };
    const size = message.key.length + message.value.length + recordBytes;
    if (slice.length > 0 && bytes + size > maxBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(message);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}

/** What Kafka adds to a record: lengths, deltas of time and position, its attributes. At most so many bytes. */
const recordBytes = 32;
