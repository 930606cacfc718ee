import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

const challengeOf = (bits: number, length = 43) =>
  `${bits}.1795600000000.01990000-0000-7000-8000-000000000000.${'A'.repeat(length)}`;
const zeroBits = (challenge: string, solution: string) =>
  Math.clz32(createHash('sha256').update(`${challenge}.${solution}`).digest().readUInt32BE(0));

describe('solveChallenge (BK-11)', () => {
  it.each([0, 1, 8, 12])('finds a text with %i zero bits by SHA-256', async (bits) => {
    const challenge = challengeOf(bits);
    const solution = await solveChallenge(challenge);
    expect(solution).toMatch(/^[\da-z]{1,16}$/);
    expect(zeroBits(challenge, solution)).toBeGreaterThanOrEqual(bits);
  });

  it('hashes challenges of every length around the blocks of SHA-256', async () => {
    for (let length = 0; length <= 80; length += 1) {
      const challenge = challengeOf(6, length);
      expect(zeroBits(challenge, await solveChallenge(challenge)), String(length)).toBeGreaterThanOrEqual(6);
    }
  });

  it('lets timers of the page run meanwhile', async () => {
    let isSolved = false;
    let ticks = 0;
    const timer = setInterval(() => (ticks += isSolved ? 0 : 1), 1);
    // About a hundred thousand hashes, so many slices on any machine.
    await solveChallenge(challengeOf(15, 8));
    isSolved = true;
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });
});
