import { expect, it } from 'vitest';
import { decodeCp949 } from './cp949.ts';
import { readDepositText } from './index.ts';

const decode = (hex: string) => decodeCp949(Buffer.from(hex, 'hex'));

it('the CP949 decoder reads EUC-KR and the syllables that only Windows has, from the first to the last', () => {
  expect(decode('5b4b425d20c8abb1e6b5bf2031a1c1')).toBe('[KB] 홍길동 1≠');
  // The expected characters come from another program's table of the code page.
  for (const [hex, sign] of [
    ['8141', '갂'],
    ['8c63', '똠'],
    ['94ee', '뷁'],
    ['bc84', '펲'],
    ['c164', '햏'],
    ['c652', '힣'],
  ] as const)
    expect(decode(hex)).toBe(sign);
});

it('the CP949 decoder reads every code point as another character, 11,172 syllables among them', () => {
  const signs: string[] = [];
  for (let lead = 0x80; lead <= 0xff; lead += 1)
    for (let trail = 0; trail <= 0xff; trail += 1) signs.push(decodeCp949(Uint8Array.of(lead, trail)) ?? '');
  const syllables = signs.filter((sign) => /^[가-힣]$/.test(sign));
  expect([syllables.length, new Set(syllables).size]).toEqual([11_172, 11_172]);
});

it('the CP949 decoder rejects invalid bytes and half a character', () => {
  for (const hex of ['80', 'ff', 'c8', 'c653', '8140', 'c8ab20b1', 'fffe0000']) expect(decode(hex)).toBeNull();
  expect(readDepositText(Buffer.from('c0d4b1dd2096', 'hex'))).toBeNull();
  expect(readDepositText(Buffer.from('c0d4b1dd208c63b8f1', 'hex'))).toBe('입금 똠목');
});
