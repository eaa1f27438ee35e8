const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretBytes = 32;
/** 62^43 > 2^256: every value of 32 bytes fits. */
const secretLength = 43;

/**
 * Makes a key's secret: `nrw_` and 32 random bytes in base62, so that a double click selects it whole.
 *
 * @param randomBytes Of the system's generator for secrets.
 */
export function createKeySecret(randomBytes: (count: number) => Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(randomBytes(secretBytes)).toString("hex")}`);
  let digits = "";
  while (digits.length < secretLength) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return `nrw_${digits}`;
}
