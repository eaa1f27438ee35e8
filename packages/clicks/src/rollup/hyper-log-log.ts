import { damaged } from "./bytes.ts";

/** 2^12 registers: a standard error of 1.04 / √4096 = 1.63 %. */
export const registerCount = 4_096;
const indexBits = 12;
/** The bits of a hash that do not choose the register. */
const rankBits = 64 - indexBits;
/** How many bytes they are packed into. */
export const packedRegisters = (registerCount * 6) / 8;

/**
 * Keeps in a register how many zeros the rest of a hash began with at most, plus one (Flajolet et al., HyperLogLog, 2007).
 *
 * @param hash 16 hexadecimal digits.
 */
export function foldRegister(registers: Uint8Array, hash: string): void {
  const high = Number.parseInt(hash.slice(0, 8), 16);
  const index = high >>> (32 - indexBits);
  const rest = (high << indexBits) >>> 0;
  const rank = rest === 0 ? 32 - indexBits + rankOf(Number.parseInt(hash.slice(8), 16)) : rankOf(rest);
  if (rank > (registers[index] ?? 0)) registers[index] = rank;
}

/** Of 32 bits; 33 where all are 0. */
const rankOf = (bits: number): number => Math.clz32(bits) + 1;

/**
 * Estimates how many different hashes were folded in, without bias from the first one on: algorithm 6 of O. Ertl, New
 * cardinality estimation algorithms for HyperLogLog sketches, 2017 (arXiv:1702.01284), with the names used there.
 */
export function estimateCardinality(registers: Uint8Array): number {
  const multiplicities = new Float64Array(rankBits + 2);
  for (const rank of registers) multiplicities[rank] = (multiplicities[rank] ?? 0) + 1;
  let z = registerCount * tau(1 - (multiplicities[rankBits + 1] ?? 0) / registerCount);
  for (let k = rankBits; k >= 1; k -= 1) z = 0.5 * (z + (multiplicities[k] ?? 0));
  z += registerCount * sigma((multiplicities[0] ?? 0) / registerCount);
  return registerCount ** 2 / (2 * Math.LN2 * z);
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [x, y, z] = [share, 1, share];
  for (let before = -1; before !== z;) {
    before = z;
    x *= x;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let before = -1; before !== z;) {
    before = z;
    x = Math.sqrt(x);
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}

/** Four registers of six bits in three bytes, after the byte that names the form. */
export function packRegisters(registers: Uint8Array, form: number): Uint8Array {
  const packed = new Uint8Array(1 + packedRegisters);
  packed[0] = form;
  for (let index = 0, at = 1; index < registerCount; index += 4, at += 3) {
    const [a = 0, b = 0, c = 0, d = 0] = [
      registers[index],
      registers[index + 1],
      registers[index + 2],
      registers[index + 3],
    ];
    const bits = a | (b << 6) | (c << 12) | (d << 18);
    packed[at] = bits & 0xff;
    packed[at + 1] = (bits >>> 8) & 0xff;
    packed[at + 2] = bits >>> 16;
  }
  return packed;
}

/** Raises registers to packed ones, which are given without the byte that names their form. */
export function unpackInto(packed: Uint8Array, registers: Uint8Array): void {
  if (packed.length !== packedRegisters) throw damaged();
  for (let index = 0, at = 0; at < packedRegisters; index += 4, at += 3) {
    const bits = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8) | ((packed[at + 2] ?? 0) << 16);
    if (bits === 0) continue;
    raise(registers, index, bits & 0x3f);
    raise(registers, index + 1, (bits >>> 6) & 0x3f);
    raise(registers, index + 2, (bits >>> 12) & 0x3f);
    raise(registers, index + 3, bits >>> 18);
  }
}

function raise(registers: Uint8Array, index: number, rank: number): void {
  if (rank > (registers[index] ?? 0)) registers[index] = rank;
}
