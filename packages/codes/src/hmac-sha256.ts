import { hash } from "node:crypto";

/** SHA-256 takes its input in blocks of 64 bytes. */
const blockBytes = 64;
const digestBytes = 32;

/**
 * Prepares HMAC-SHA256 (RFC 2104, FIPS 180-4) under one key.
 *
 * Written out as its two hashes, each in one call: OpenSSL's own takes twice as long, most of it for objects and memory
 * that every message needs anew.
 */
export function hmacSha256(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const block = Buffer.alloc(blockBytes);
  block.set(key.length > blockBytes ? sha256(key) : key);
  const innerPad = block.map((byte) => byte ^ 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  outer.set(block.map((byte) => byte ^ 0x5c));
  return (message) => {
    outer.write(sha256Hex(Buffer.concat([innerPad, message])), blockBytes, "hex");
    return sha256(outer);
  };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return Buffer.from(sha256Hex(bytes), "hex");
}

/** By way of text, for a buffer that OpenSSL fills costs more than the hash. */
function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}
