/**
 * Returns the text without the characters that files cannot hold: controls except tab and line ends, halves of surrogate
 * pairs and noncharacters (XML 1.0, 2.2 excludes all but some noncharacters). A guest's name may have any of them.
 */
export function toWritableText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF\uFFFE\uFFFF]|[\u{1FFFE}\u{1FFFF}]/gu,
      '',
    );
}
