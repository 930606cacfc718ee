import { createHash } from 'node:crypto';

/**
 * The sources of a content security policy that allow the inline scripts, or styles, of a document by their hashes. A block
 * of data (JSON-LD) does not run, so it needs none.
 */
export function hashInlineParts(html: string, tag: 'script' | 'style' = 'script'): string[] {
  const parts = html.matchAll(
    new RegExp(`<${tag}(?![^>]*\\b(?:src=|type="application/ld))[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  );
  return [...parts].map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  );
}
