const rounds = 64;
const blockBytes = 64;

const primes = firstPrimes(rounds);
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * The SHA-256 (FIPS 180-4) of a text's UTF-16 code units, low byte first, as 32 characters below 256.
 *
 * Of code units and not of UTF-8, in which all lone surrogates are the same. Written out here because no runtime has a
 * synchronous one that all others have too.
 */
export function sha256OfUnits(text: string): string {
  const state = Int32Array.from(initialState);
  const words = new Int32Array(rounds);
  const bytes = text.length * 2;
  const blocks = Math.floor((bytes + 8) / blockBytes) + 1;
  for (let block = 0; block < blocks; block++) {
    for (let word = 0; word < 16; word++) words[word] = wordAt(text, block * 32 + word * 2);
    if (block === blocks - 1) {
      words[14] = Math.floor((bytes * 8) / 2 ** 32);
      words[15] = (bytes * 8) | 0;
    }
    compress(state, words);
  }
  let digest = "";
  for (const word of state)
    digest += String.fromCharCode(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
  return digest;
}

/** Two code units; the end of the text is followed by the bit that begins the padding. */
function wordAt(text: string, index: number): number {
  return (unitAt(text, index) << 16) | unitAt(text, index + 1);
}

function unitAt(text: string, index: number): number {
  if (index >= text.length) return index === text.length ? 0x8000 : 0;
  const unit = text.charCodeAt(index);
  return ((unit & 255) << 8) | (unit >>> 8);
}

function compress(state: Int32Array, words: Int32Array): void {
  for (let i = 16; i < rounds; i++) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < rounds; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < added.length; i++) state[i] = (state[i] ?? 0) + (added[i] ?? 0);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional part. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
