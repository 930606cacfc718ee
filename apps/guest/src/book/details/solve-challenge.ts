/** How long the page computes before the browser paints and reads input again. */
const SLICE_MS = 12;
/** Numbers between two looks at the clock. */
const BATCH = 64;

/**
 * Solves a challenge of the server (BK-11): finds a text whose SHA-256 with the challenge begins with as many zero bits as
 * the challenge says before its first dot. Works in slices, because old web views block workers.
 */
export async function solveChallenge(challenge: string): Promise<string> {
  const bits = parseInt(challenge, 10);
  const start = startHash(`${challenge}.`);
  for (let count = 0; ;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until)
      for (const last = count + BATCH; count < last; count += 1) {
        const solution = count.toString(36);
        if (Math.clz32(firstWordOf(start, solution)) >= bits) return solution;
      }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** The state of SHA-256 after the full blocks of a prefix, with the bytes that are left. */
interface HashStart {
  readonly state: readonly number[];
  readonly rest: readonly number[];
  readonly length: number;
}

const BLOCK = 64;
const toBytes = (text: string) => Array.from(text, (char) => char.charCodeAt(0));

/** `prefix`: ASCII. */
function startHash(prefix: string): HashStart {
  const bytes = toBytes(prefix);
  let state: number[] = [...INITIAL];
  const full = bytes.length - (bytes.length % BLOCK);
  for (let at = 0; at < full; at += BLOCK) state = compressBlock(state, bytes.slice(at, at + BLOCK));
  return { state, rest: bytes.slice(full), length: bytes.length };
}

/** The first 32 bits of the SHA-256 of the prefix and a short ASCII text. */
function firstWordOf({ state, rest, length }: HashStart, text: string): number {
  const bytes = [...rest, ...toBytes(text), 0x80];
  while (bytes.length % BLOCK !== BLOCK - 8) bytes.push(0);
  const bitCount = (length + text.length) * 8;
  bytes.push(0, 0, 0, 0, bitCount >>> 24, (bitCount >>> 16) & 255, (bitCount >>> 8) & 255, bitCount & 255);
  let after: readonly number[] = state;
  for (let at = 0; at < bytes.length; at += BLOCK) after = compressBlock(after, bytes.slice(at, at + BLOCK));
  return after[0] ?? 0;
}

/** The fractional parts of the roots of the first primes (FIPS 180-4). */
const PRIMES: readonly number[] = listPrimes(64);
const fractionOf = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const ROUND = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

function listPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let value = 2; primes.length < count; value += 1)
    if (primes.every((prime) => value % prime !== 0)) primes.push(value);
  return primes;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const schedule = new Int32Array(BLOCK);

/** One block of SHA-256 (FIPS 180-4, 6.2.2). */
function compressBlock(state: readonly number[], bytes: readonly number[]): number[] {
  const w = schedule;
  const at = (index: number) => w[index] ?? 0;
  for (let t = 0; t < 16; t += 1)
    w[t] =
      ((bytes[4 * t] ?? 0) << 24) |
      ((bytes[4 * t + 1] ?? 0) << 16) |
      ((bytes[4 * t + 2] ?? 0) << 8) |
      (bytes[4 * t + 3] ?? 0);
  for (let t = 16; t < BLOCK; t += 1) {
    const [early, late] = [at(t - 15), at(t - 2)];
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[t] = (at(t - 16) + low + at(t - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < BLOCK; t += 1) {
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sumE + ((e & f) ^ (~e & g)) + (ROUND[t] ?? 0) + at(t)) | 0;
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const changed = [a, b, c, d, e, f, g, h];
  return state.map((word, index) => (word + (changed[index] ?? 0)) | 0);
}
