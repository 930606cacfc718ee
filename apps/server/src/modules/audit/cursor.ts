import { z } from 'zod';
import { invalidInput } from '../../http/index.ts';
import type { Place } from './entries.sql.ts';

/** The end of a page, with the total that the first page returned. */
export interface Cursor {
  readonly after: Place;
  readonly total: number;
  readonly isTotalExact: boolean;
}

const LAST_INSTANT_MS = Date.UTC(9999, 0);
const whole = z.number().int().safe().nonnegative();
const contents = z.tuple([z.number().int().min(-LAST_INSTANT_MS).max(LAST_INSTANT_MS), whole, whole, z.boolean()]);

export function writeCursor({ after, total, isTotalExact }: Cursor): string {
  return Buffer.from(JSON.stringify([after.at.getTime(), after.seq, total, isTotalExact])).toString('base64url');
}

export function readCursor(cursor: string): Cursor {
  try {
    const [at, seq, total, isTotalExact] = contents.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { after: { at: new Date(at), seq }, total, isTotalExact };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw invalidInput([{ path: 'cursor', code: 'unknown_cursor', message: 'This is no cursor of the audit log' }]);
  }
}
