import { z } from 'zod';
import { repairText } from '../../text/korean-text.ts';

/** Members in which programs that forward messages put the text and its title (docs/domain.md 4), the first that has one. */
const TEXT_MEMBERS = [
  'bigText',
  'big_text',
  'text',
  'message',
  'body',
  'content',
  'msg',
  'sms',
  'fullText',
  'notification',
];
const TITLE_MEMBERS = ['title', 'subject'];
const members = z.record(z.string(), z.unknown());

/**
 * Returns the text of a message that a phone's program wrapped in JSON. The title precedes it, because apps of banks put
 * the amount there. `null`: characters were lost on the way. Text that is no such JSON is returned unchanged.
 */
export function unwrapRelayedText(text: string): string | null {
  if (!text.trimStart().startsWith('{')) return text;
  const parsed = parseMembers(text);
  const found = parsed === null ? null : firstText(parsed, TEXT_MEMBERS);
  if (parsed === null || found === null) return text;
  const title = firstText(parsed, TITLE_MEMBERS);
  return repairText(title === null || found.includes(title) ? found : `${title}\n${found}`);
}

function firstText(of: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = of[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

function parseMembers(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed = members.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // The text is not JSON, so it is used unchanged.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
