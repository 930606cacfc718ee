import { readDepositMessage, type DepositFault, type DepositReading, type DepositTemplate } from '@munjigi/rules';
import { z } from 'zod';
import type { PersonalKeys } from '../../db/index.ts';
import { readMessageText } from '../../text/korean-text.ts';
import { unwrapRelayedText } from './relayed-text.ts';

/** The parsed message, with the text that is shown to people. */
export interface ParsedMessage {
  readonly text: string;
  readonly said: DepositReading | { readonly fault: DepositFault };
  /** The shape by which a person taught to read it; `null`: none. */
  readonly templateId: string | null;
}

const keptReading = z.object({
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK']),
  amount: z.number(),
  isAmountClear: z.boolean(),
  depositorName: z.string().nullable(),
  balance: z.number().nullable(),
  bank: z.string().nullable(),
  accountEnd: z.string().nullable(),
  at: z.coerce.date(),
  isDateOnly: z.boolean().default(false),
});

interface MessageBytes {
  readonly raw: Buffer;
  readonly reading: Buffer | null;
  readonly received_at: Date;
}

/** Parses a relayed text. A line of a bank's file was already parsed on import, under the headings of the file. */
export function parseDepositMessage(
  keys: PersonalKeys,
  message: MessageBytes,
  context: { readonly timeZone: string; readonly templates: readonly DepositTemplate[] },
): ParsedMessage {
  const raw = keys.openBytes(message.raw);
  if (message.reading !== null) {
    const said = keptReading.parse(JSON.parse(keys.open(message.reading)));
    return { text: raw.toString('utf8'), said, templateId: null };
  }
  const text = textOf(raw);
  if (text === null)
    return { text: raw.toString('utf8').replaceAll('\0', ''), said: { fault: 'ENCODING_LOST' }, templateId: null };
  const said = readDepositMessage(text, { receivedAt: message.received_at, ...context });
  return { text, said, templateId: 'fault' in said ? null : said.templateId };
}

function textOf(raw: Buffer): string | null {
  const text = readMessageText(raw);
  return text === null ? null : unwrapRelayedText(text);
}

/** The text of a message that was parsed before, as `parseDepositMessage` returned it. */
function readText(keys: PersonalKeys, { raw, reading }: Pick<MessageBytes, 'raw' | 'reading'>): string {
  const bytes = keys.openBytes(raw);
  return (reading === null ? textOf(bytes) : null) ?? bytes.toString('utf8').replaceAll('\0', '');
}

/** Whether a stored message has this text, spaces aside. */
export function isSameText(keys: PersonalKeys, message: Pick<MessageBytes, 'raw' | 'reading'>, text: string): boolean {
  return normaliseSpaces(readText(keys, message)) === normaliseSpaces(text);
}

function normaliseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the keys of a text from a source in a minute: one for each mark key, the newest first. */
export function textKeysOf({ marks }: PersonalKeys, source: string, text: string, at: Date): Buffer[] {
  return marks.map((mark) => mark.whole('bank-text', `${source}\n${at.toISOString()}\n${normaliseSpaces(text)}`));
}
