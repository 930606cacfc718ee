import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { drawQrPath, layOutQrCode, QUIET_MODULES } from './qr-code.ts';

const PIXELS = 4;

/** Paints the rectangles of the path as a picture of grey values, and reads it with another package. */
function readBack(text: string): string {
  const { size, path } = drawQrPath(text);
  const width = size * PIXELS;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1)
      for (let column = Number(x) * PIXELS; column < (Number(x) + Number(length)) * PIXELS; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return decodeQR({ width, height: width, data });
}

describe('a QR code', () => {
  it.each([
    ['the address of a booking page', 'https://office.example/book/gangnam'],
    ['the link of a tablet', `https://office.example/d/mjd_${'aZ3-'.repeat(11)}`],
    [
      'a second factor',
      'otpauth://totp/Munjigi:someone%40example.com?issuer=Munjigi&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    ],
    ['Korean', '강남점 1번 한강룸'],
    ['one sign', 'a'],
    ['1,000 signs', 'https://office.example/'.padEnd(1000, 'x')],
  ])('of %s is read by another program', (_what, text) => {
    expect(readBack(text)).toBe(text);
  });

  it('has the quiet zone of the standard on all sides', () => {
    const { size, path } = drawQrPath('https://office.example');
    const { count } = layOutQrCode('https://office.example');
    expect([QUIET_MODULES, size]).toEqual([4, count + 8]);
    const corners = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((found) => found.slice(1).map(Number));
    expect(Math.min(...corners.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4);
    expect(Math.max(...corners.map(([x = 0, , length = 0]) => x + length))).toBe(4 + count);
  });
});
