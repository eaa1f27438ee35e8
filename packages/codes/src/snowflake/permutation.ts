import { createCipheriv, createHmac } from "node:crypto";
import { parseSecret } from "../secret.ts";

/** A keyed bijection over 64-bit blocks. */
export interface BlockPermutation {
  permute(block: bigint): bigint;
  restore(block: bigint): bigint;
}

const rounds = 10;
const halfMask = 0xff_ff_ff_ffn;

/**
 * Creates a permutation of the 64-bit blocks under a secret: a balanced Feistel network (Luby and Rackoff, 1988) of ten
 * rounds over two halves of 32 bits.
 *
 * Round r turns (left, right) into (right, left XOR F(r, right)). F is the first 32 bits of AES-256 over the block
 * `r as u64 BE ‖ right as u64 BE`; its key is HMAC-SHA256(secret, "narrows snowflake-permuted v1"), so that the secret
 * may serve other purposes as well. Takes about 8 µs; HMAC-SHA256 as F would take 32.
 *
 * @param secret At least 16 bytes; text counts as its UTF-8 bytes.
 * @throws {CodesError} `SECRET_TOO_SHORT`
 */
export function createBlockPermutation(secret: Uint8Array | string): BlockPermutation {
  const roundFunction = createRoundFunction(secret);
  return {
    permute(block) {
      let left = Number(block >> 32n);
      let right = Number(block & halfMask);
      for (let round = 0; round < rounds; round += 1)
        [left, right] = [right, (left ^ roundFunction(round, right)) >>> 0];
      return join(left, right);
    },
    restore(block) {
      let left = Number(block >> 32n);
      let right = Number(block & halfMask);
      for (let round = rounds - 1; round >= 0; round -= 1) {
        [left, right] = [(right ^ roundFunction(round, left)) >>> 0, left];
      }
      return join(left, right);
    },
  };
}

function join(left: number, right: number): bigint {
  return (BigInt(left) << 32n) | BigInt(right);
}

/** ECB of one block at a time is AES itself; one cipher for all blocks costs a quarter of a new one for each. */
function createRoundFunction(secret: Uint8Array | string): (round: number, half: number) => number {
  const key = createHmac("sha256", parseSecret(secret)).update("narrows snowflake-permuted v1").digest();
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  const block = new Uint8Array(16);
  const view = new DataView(block.buffer);
  return (round, half) => {
    view.setUint32(4, round);
    view.setUint32(12, half);
    return cipher.update(block).readUInt32BE(0);
  };
}
