import { toWritableText } from '../../text/writable-text.ts';

/**
 * Returns the headers of a file to save. A name with other letters than ASCII goes into `filename*` (RFC 6266, RFC 8187),
 * and `asciiName` is for clients without it.
 */
export function attachmentHeaders(asciiName: string, readableName?: string): Readonly<Record<string, string>> {
  const safe = readableName === undefined ? null : toFileName(readableName);
  return {
    'content-disposition': `attachment; filename="${asciiName}"${safe === null ? '' : `; filename*=UTF-8''${encodeExtended(safe)}`}`,
    'cache-control': 'no-store',
  };
}

/** Replaces what Windows, macOS and Linux refuse in a file name. */
function toFileName(name: string): string {
  return toWritableText(name)
    .normalize('NFC')
    .replace(/[\s/\\:*?"<>|]+/g, ' ')
    .trim();
}

/** The `ext-value` of RFC 8187: `encodeURIComponent` leaves out four characters that it must encode. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
