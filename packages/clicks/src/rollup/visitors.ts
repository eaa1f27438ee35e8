import { damaged } from "./bytes.ts";
import {
  estimateCardinality,
  foldRegister,
  packedRegisters,
  packRegisters,
  registerCount,
  unpackInto,
} from "./hyper-log-log.ts";

/** Up to this many visitors are told apart exactly. */
export const exactVisitors = 256;

const hashBytes = 8;
const exactForm = 1;
const registerForm = 2;

/**
 * How many different visitors there were: exactly up to 256, above with a standard error of 1.63 %, so that 997 of 1,000
 * answers are within 5 %.
 *
 * What it holds depends on who was added, not on the order and not on which parts were merged. At most 3,073 bytes.
 */
export class VisitorSketch {
  #exact: Set<string> | undefined = new Set();
  #registers: Uint8Array | undefined;

  /** @param visitor 16 hexadecimal digits: a hash, all of whose bits are equally likely. */
  add(visitor: string): void {
    if (this.#registers !== undefined) return foldRegister(this.#registers, visitor);
    this.#exact?.add(visitor);
    if (this.#exact !== undefined && this.#exact.size > exactVisitors) this.#widen();
  }

  merge(other: VisitorSketch): void {
    if (other.#registers !== undefined) this.#mergeRegisters(other.#registers);
    else for (const visitor of other.#exact ?? []) this.add(visitor);
  }

  /** Merges what `pack` made, without making a sketch of it. */
  mergePacked(packed: Uint8Array): void {
    if (packed.length === 0) return;
    if (packed[0] === exactForm) return this.#mergeHashes(packed, 1);
    if (packed[0] !== registerForm) throw damaged();
    const end = 1 + packedRegisters;
    unpackInto(packed.subarray(1, end), this.#widen());
    this.#mergeHashes(packed, end);
  }

  /** A whole number. */
  estimate(): number {
    return this.#registers === undefined ? (this.#exact?.size ?? 0) : Math.round(estimateCardinality(this.#registers));
  }

  /**
   * Nothing at all where there was nobody. What is packed can be joined by what `areHashes` is true of, without its first
   * byte; `mergePacked` reads both.
   */
  pack(): Uint8Array {
    if (this.#registers !== undefined) return packRegisters(this.#registers, registerForm);
    const hashes = [...(this.#exact ?? [])];
    if (hashes.length === 0) return new Uint8Array();
    const packed = Buffer.alloc(1 + hashes.length * hashBytes);
    packed[0] = exactForm;
    packed.write(hashes.join(""), 1, "hex");
    return packed;
  }

  #mergeHashes(packed: Uint8Array, start: number): void {
    const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    if ((bytes.length - start) % hashBytes !== 0) throw damaged();
    for (let at = start; at < bytes.length; at += hashBytes) this.add(bytes.toString("hex", at, at + hashBytes));
  }

  #mergeRegisters(registers: Uint8Array): void {
    const own = this.#widen();
    for (let index = 0; index < registerCount; index += 1) {
      const value = registers[index] ?? 0;
      if (value > (own[index] ?? 0)) own[index] = value;
    }
  }

  #widen(): Uint8Array {
    if (this.#registers !== undefined) return this.#registers;
    const registers = new Uint8Array(registerCount);
    for (const visitor of this.#exact ?? []) foldRegister(registers, visitor);
    this.#exact = undefined;
    this.#registers = registers;
    return registers;
  }
}

/** Whether visitors are packed one by one, so that they can be joined to others. */
export function areHashes(packed: Uint8Array): boolean {
  return packed.length === 0 || packed[0] === exactForm;
}
