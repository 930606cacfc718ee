import { plainText } from '@munjigi/rules';
import iconv from 'iconv-lite';

/** What a decoder writes for bytes that are no character. */
const LOST = '\uFFFD';

/**
 * Decodes a relayed message as UTF-8 or code page 949 (EUC-KR and Windows). `null`: it was decoded wrongly on the way and
 * cannot be restored, or has bytes that are no character.
 */
export function readMessageText(bytes: Uint8Array): string | null {
  return repairText(decodeUtf8(bytes) ?? decodeCp949(bytes));
}

/**
 * Decodes a file of a bank or a channel: UTF-16 with its mark (Excel's "Unicode text"), UTF-8 or code page 949. Bytes
 * that are no character become U+FFFD in their cell, so that one odd sign does not discard the file.
 */
export function readFileText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return plainText(iconv.decode(bytes, 'utf-16'));
  const text = decodeUtf8(bytes) ?? decodeCp949(bytes);
  return repairText(text) ?? plainText(text);
}

/**
 * Normalises a text to whole syllables, plain digits and spaces, and repairs one whose bytes a phone decoded as Western
 * text ("ÀÔ±Ý" is "입금" in EUC-KR). `null`: characters were lost on the way, so that the rest could have another
 * meaning.
 */
export function repairText(text: string): string | null {
  const plain = plainText(text);
  if (plain.includes(LOST)) return null;
  if (/[가-힣]/.test(plain)) return plain;
  const bytes = westernBytes(text);
  if (bytes === null) return plain;
  for (const repaired of [decodeUtf8(bytes), decodeCp949(bytes)])
    if (repaired !== null && !repaired.includes(LOST) && /[가-힣]/.test(repaired)) return plainText(repaired);
  return plain;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decodeCp949(bytes: Uint8Array): string {
  return iconv.decode(bytes, 'cp949');
}

/** The characters at which Windows-1252 differs from Latin-1: 0x80 to 0x9F (WHATWG Encoding, index-windows-1252). */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The bytes that were wrongly decoded as these characters. `null`: no known program decodes bytes to them, or all are
 * ASCII.
 */
function westernBytes(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const at = WINDOWS.indexOf(sign);
    if (code > 0xff && at < 0) return null;
    bytes.push(at < 0 ? code : 0x80 + at);
  }
  return bytes.some((byte) => byte > 0x7f) ? Uint8Array.from(bytes) : null;
}
