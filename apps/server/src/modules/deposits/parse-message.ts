import {
  readDepositMessage,
  readDepositText,
  repairedText,
  type DepositFault,
  type DepositReading,
} from '@munjigi/rules';
import { z } from 'zod';
import type { PersonalKeys } from '../../db/index.ts';

/** The parsed message, with the text that is shown to people. */
export interface ParsedMessage {
  readonly text: string;
  readonly said: DepositReading | { readonly fault: DepositFault };
}

const relayedJson = z.object({ text: z.string() });
const keptReading = z.object({
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK']),
  amount: z.number(),
  isAmountClear: z.boolean(),
  depositorName: z.string().nullable(),
  balance: z.number().nullable(),
  bank: z.string().nullable(),
  accountEnd: z.string().nullable(),
  at: z.coerce.date(),
});

/** Parses a relayed text. A line of a bank's file was already parsed on import, under the headings of the file. */
export function parseDepositMessage(
  keys: PersonalKeys,
  message: { readonly raw: Buffer; readonly reading: Buffer | null; readonly received_at: Date },
  timeZone: string,
): ParsedMessage {
  const raw = keys.openBytes(message.raw);
  if (message.reading !== null)
    return { text: raw.toString('utf8'), said: keptReading.parse(JSON.parse(keys.open(message.reading))) };
  const text = textOf(raw);
  if (text === null) return { text: raw.toString('utf8').replaceAll('\0', ''), said: { fault: 'ENCODING_LOST' } };
  return { text, said: readDepositMessage(text, { receivedAt: message.received_at, timeZone }) };
}

function textOf(raw: Buffer): string | null {
  const text = readDepositText(raw);
  if (text === null || !text.trimStart().startsWith('{')) return text;
  try {
    const parsed = relayedJson.safeParse(JSON.parse(text));
    return parsed.success ? repairedText(parsed.data.text) : text;
  } catch (error) {
    // The text is not JSON, so it is used unchanged.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Returns the keys of a text from a source in a minute: one for each mark key, the newest first. */
export function textKeysOf({ marks }: PersonalKeys, source: string, text: string, at: Date): Buffer[] {
  return marks.map((mark) =>
    mark.whole('bank-text', `${source}\n${at.toISOString()}\n${text.replace(/\s+/g, ' ').trim()}`),
  );
}
