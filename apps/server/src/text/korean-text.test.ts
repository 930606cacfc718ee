import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readFileText, readMessageText, repairText } from './korean-text.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

describe('Korean text in the encodings of phones, banks and spreadsheets', () => {
  const text = '[Web발신][KB]08/22 14:05 123456**789 홍길동 전자금융입금 15,000 잔액1,234,567';
  /** The text "[KB]입금 50" in EUC-KR (KS X 1001). */
  const eucKr = bytes('5b4b425dc0d4b1dd203530');

  it('reads EUC-KR, also when it was decoded as Western text, and rejects a message that has lost characters', () => {
    expect(readMessageText(new TextEncoder().encode(text))).toBe(text);
    expect(readMessageText(eucKr)).toBe('[KB]입금 50');
    expect(repairText('[KB]ÀÔ±Ý 50')).toBe('[KB]입금 50');
    expect(repairText(new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)))).toBe(text);
    expect(repairText(new TextDecoder('utf-8').decode(eucKr))).toBeNull();
    expect(readMessageText(bytes('fffeff'))).toBeNull();
    expect(readMessageText(bytes('c0d4b1dd2096'))).toBeNull();
    expect(repairText(text.normalize('NFD'))).toBe(text);
    expect(repairText('［ＫＢ］입금　１５，０００원')).toBe('[KB]입금 15,000원');
  });

  it('reads the syllables and signs that only Windows has', () => {
    // The expected characters come from Unicode's table of code page 949.
    for (const [hex, sign] of [
      ['8141', '갂'],
      ['8c63', '똠'],
      ['94ee', '뷁'],
      ['bc84', '펲'],
      ['c164', '햏'],
      ['c652', '힣'],
      ['a1c1', '≠'],
      ['a2e6', '€'],
      ['a2e7', '®'],
    ] as const)
      expect([hex, readFileText(bytes(hex))]).toEqual([hex, sign]);
    expect(readMessageText(bytes('c0d4b1dd208c63b8f1'))).toBe('입금 똠목');
  });

  it('keeps a file readable that has one invalid byte, and a file of a spreadsheet in UTF-16', () => {
    const table = '거래일시,입금\n2026-11-20 10:02,14000\n';
    const odd = Buffer.concat([iconv.encode(table, 'cp949'), bytes('80ff'), iconv.encode(',김하늘\n', 'cp949')]);
    expect(readFileText(odd)).toBe(`${table}\uFFFD\uFFFD,김하늘\n`);
    expect(readFileText(iconv.encode(table, 'utf-16le', { addBOM: true }))).toBe(table);
    expect(readFileText(iconv.encode(table, 'utf-16be', { addBOM: true }))).toBe(table);
    expect(readFileText(Buffer.from(`\uFEFF${table}`))).toBe(table);
  });
});
