import { createCipheriv, createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";

/**
 * Known answers of the permutation, computed straight from its definition and by none of the package's own code: every
 * block with a new cipher, every number in bigints, base 62 by division.
 *
 * `node packages/codes/test/permutation/make-answers.ts` writes them to `answers.json`. They may never change: codes
 * that were given out would lead nowhere in `narrows codes decode`, and new ones could meet old ones.
 */
export type PermutationAnswers = {
  readonly origin: string;
  readonly answers: readonly {
    readonly secret: string;
    /** The block before and after, in decimal. */
    readonly block: string;
    readonly permuted: string;
    readonly code: string;
  }[];
};

const secrets = ["0123456789abcdef", "a secret of more than sixteen bytes", "비밀은 열여섯 바이트 이상"];
const blocks = [0n, 1n, 31n, 32n, 2n ** 24n, 2n ** 32n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 484150188442911267n];
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function makeAnswers(): PermutationAnswers {
  const answers = secrets.flatMap((secret) =>
    blocks.map((block) => {
      const permuted = permute(secret, block);
      return { secret, block: String(block), permuted: String(permuted), code: base62(permuted) };
    }),
  );
  return { origin: "made by make-answers.ts beside this file", answers };
}

function permute(secret: string, block: bigint): bigint {
  const key = createHmac("sha256", secret).update("narrows snowflake-permuted v1").digest();
  let left = block / 2n ** 32n;
  let right = block % 2n ** 32n;
  for (let round = 0n; round < 10n; round += 1n) {
    const input = Buffer.from((round * 2n ** 64n + right).toString(16).padStart(32, "0"), "hex");
    const output = createCipheriv("aes-256-ecb", key, null).update(input).toString("hex");
    [left, right] = [right, left ^ BigInt(`0x${output.slice(0, 8)}`)];
  }
  return left * 2n ** 32n + right;
}

function base62(n: bigint): string {
  const places = Array.from({ length: 11 }, (_, index) => 62n ** BigInt(10 - index));
  return places.map((place) => digits.charAt(Number((n / place) % 62n))).join("");
}

if (import.meta.main) {
  writeFileSync(new URL("answers.json", import.meta.url), `${JSON.stringify(makeAnswers(), null, 2)}\n`);
}
