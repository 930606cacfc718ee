import { hashInlineParts } from './inline-parts.ts';

/**
 * The content security policy of a document of guests. Stricter than that of the application of staff: its own styles
 * only, and nothing is embedded.
 */
export function guestDirectives(index: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashInlineParts(index)],
    'style-src': ["'self'", ...hashInlineParts(index, 'style')],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
}
