import { decodeCp949 } from './cp949.ts';

/**
 * Decodes a relayed message or an imported file as UTF-8 or code page 949. `null`: it was decoded wrongly on the way
 * and cannot be restored.
 */
export function readDepositText(bytes: Uint8Array): string | null {
  const text = decodedUtf8(bytes) ?? decodeCp949(bytes);
  return text === null ? null : repairedText(text);
}

/**
 * Normalises a text to whole syllables, plain digits and spaces, and repairs one whose bytes a phone decoded as Western
 * text ("ÀÔ±Ý" is "입금" in EUC-KR). `null`: characters were lost on the way, so that the rest could have another
 * meaning.
 */
export function repairedText(text: string): string | null {
  const plain = plainText(text);
  if (/[가-힣]/.test(plain)) return plain.includes('\uFFFD') ? null : plain;
  if (plain.includes('\uFFFD')) return null;
  const bytes = westernBytes(text);
  if (bytes === null) return plain;
  for (const repaired of [decodedUtf8(bytes), decodeCp949(bytes)]) {
    if (repaired !== null && /[가-힣]/.test(repaired)) return plainText(repaired);
  }
  return plain;
}

/** Composes characters (NFC), replaces full-width ones and all kinds of spaces, and removes invisible ones. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\uFFE6/g, '₩')
    .replace(/[\u200B-\u200F\u2060\uFEFF\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .replace(/[\u00A0\u2000-\u200A\u3000]/g, ' ');
}

function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
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
