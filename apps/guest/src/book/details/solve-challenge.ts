import { sha256 } from '@noble/hashes/sha2.js';

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
  const start = sha256.create().update(toBytes(`${challenge}.`));
  const copy = start.clone();
  for (let count = 0; ;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until)
      for (const last = count + BATCH; count < last; count += 1) {
        const solution = count.toString(36);
        const hash = start._cloneInto(copy).update(toBytes(solution)).digest();
        if (Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0)) >= bits) return solution;
      }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** `text`: ASCII. */
const toBytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
