/** What a file of MaxMind's format says of a network, here without pointers: it would be shorter with them. */
export type MmdbValue = string | number | readonly MmdbValue[] | { readonly [name: string]: MmdbValue };

/** Networks by their bits: those of IPv4 stand below 96 zeros in a tree of IPv6. */
export type MmdbNetwork = { readonly bits: string; readonly record: MmdbValue };

type Node = [left: Node | MmdbNetwork | undefined, right: Node | MmdbNetwork | undefined];

/** Writes a small file of MaxMind's format, version 2, with records of 24 bits. */
export function writeMmdb(
  networks: readonly MmdbNetwork[],
  type = "Test-Country",
  metadata: Readonly<Record<string, number>> = {},
): Buffer {
  const nodes: Node[] = [[undefined, undefined]];
  for (const network of networks) plant(nodes, network);
  const records = networks.map(({ record }) => encode(record));
  const offsetOf = (network: MmdbNetwork) =>
    records.slice(0, networks.indexOf(network)).reduce((sum, { length }) => sum + length, 0);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const [side, branch] of node.entries()) tree.writeUIntBE(pointerTo(branch), index * 6 + side * 3, 3);
  }
  function pointerTo(branch: Node | MmdbNetwork | undefined): number {
    if (branch === undefined) return nodes.length;
    return Array.isArray(branch) ? nodes.indexOf(branch) : nodes.length + 16 + offsetOf(branch);
  }
  const facts = { node_count: nodes.length, record_size: 24, ip_version: 6, database_type: type };
  const versions = { binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1_796_000_000 };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...records,
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    encode({ ...facts, ...versions, languages: ["en"], description: {}, ...metadata }),
  ]);
}

function plant(nodes: Node[], network: MmdbNetwork): void {
  let node = nodes[0];
  for (const [depth, bit] of network.bits.split("").entries()) {
    const side = bit === "1" ? 1 : 0;
    if (node === undefined) return;
    if (depth === network.bits.length - 1) {
      node[side] = network;
      return;
    }
    const next: Node = (node[side] as Node | undefined) ?? [undefined, undefined];
    if (node[side] === undefined) nodes.push(next);
    node[side] = next;
    node = next;
  }
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === "string") return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const fields = Object.entries(value as Readonly<Record<string, MmdbValue>>);
  return Buffer.concat([control(7, fields.length), ...fields.flatMap(([name, each]) => [encode(name), encode(each)])]);
}

/** Types above 7 are written behind the control byte. Nothing here is longer than 28. */
function control(type: number, size: number): Buffer {
  if (size > 28) throw new RangeError(`${size} is too long for this writer.`);
  return type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
}

/** The bits of an IPv4 network in a tree of IPv6. */
export function ipv4Bits(address: string, prefix: number): string {
  const bits = address.split(".").map((part) => Number(part).toString(2).padStart(8, "0"));
  return "0".repeat(96) + bits.join("").slice(0, prefix);
}

/** The bits of an IPv6 network that is written in full groups. */
export function ipv6Bits(groups: string, prefix: number): string {
  const bits = groups.split(":").map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"));
  return bits.join("").slice(0, prefix);
}
