import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** The test vectors of RFC 6238, appendix B, SHA-1: eight digits, of which an app shows the last six. */
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;
const SECRET = Secret.fromUTF8('12345678901234567890').base32;

it.each(VECTORS)('the TOTP check accepts the code of second %d from RFC 6238', (second, digits) => {
  expect(stepOfCode(SECRET, digits.slice(2), new Date(second * 1000))).toBe(Math.floor(second / 30));
});

it('the TOTP check accepts the code of the previous and of the next step, and no code of other steps', () => {
  const at = (seconds: number) => stepOfCode(SECRET, '005924', new Date((1_234_567_890 + seconds) * 1000));
  // Second 1234567890 is the start of a step.
  expect([at(-31), at(-30), at(0), at(29), at(30), at(59), at(60)]).toEqual([
    null,
    41_152_263,
    41_152_263,
    41_152_263,
    41_152_263,
    41_152_263,
    null,
  ]);
});

it('a new TOTP secret is different each time, has 160 bits, and comes with an otpauth URI for apps', () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  const uri = new URL(totpUri(one, 'kim+a@test.example'));
  expect([
    uri.protocol,
    uri.host,
    decodeURIComponent(uri.pathname),
    uri.searchParams.get('secret'),
    uri.searchParams.get('issuer'),
    uri.searchParams.get('digits'),
    uri.searchParams.get('period'),
  ]).toEqual(['otpauth:', 'totp', '/Munjigi:kim+a@test.example', one, 'Munjigi', '6', '30']);
});
