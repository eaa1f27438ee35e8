/** CRC16-XMODEM: polynomial 0x1021, from 0. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/**
 * The slot, 0 to 16383, in which a Redis Cluster keeps a key of ASCII characters: CRC16 of what stands between its first
 * `{` and the next `}`, or of all of it where that is nothing.
 *
 * Source: Redis Cluster specification, "Hash tags".
 */
export function hashSlot(key: string): number {
  const open = key.indexOf("{");
  const close = open < 0 ? -1 : key.indexOf("}", open + 1);
  const [from, to] = close > open + 1 ? [open + 1, close] : [0, key.length];
  let crc = 0;
  for (let i = from; i < to; i++) crc = ((crc << 8) ^ (table[(crc >> 8) ^ key.charCodeAt(i)] ?? 0)) & 0xffff;
  return crc & 0x3fff;
}
