import { ClickError } from "../click-error.ts";

/** Writes whole numbers and texts one after the other into memory that grows. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;

  reset(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** LEB128: seven bits a byte, the lowest first. @param value 0 to 2^53 - 1. */
  integer(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Its length in bytes, then UTF-8. */
  text(value: string): void {
    // A UTF-16 code unit takes at most 3 bytes, so the length of a short text is known to fit into one byte.
    if (value.length > 42) this.integer(Buffer.byteLength(value));
    else this.byte(0);
    const start = this.#length;
    this.#reserve(value.length * 3);
    this.#length += this.#bytes.write(value, start, "utf8");
    if (value.length <= 42) this.#bytes[start - 1] = this.#length - start;
  }

  /** A copy of what was written since the last reset. */
  take(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, 0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw damaged();
    return value;
  }

  integer(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  text(): string {
    const start = this.skipText();
    return this.#bytes.toString("utf8", start, this.#at);
  }

  /** @returns where the text began. */
  skipText(): number {
    const length = this.integer();
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw damaged();
    return start;
  }
}

export function damaged(): ClickError {
  return new ClickError("STORE_UNAVAILABLE", "The bytes of a roll-up are damaged; make it anew from the raw clicks.");
}
