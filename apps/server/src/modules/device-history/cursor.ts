import { z } from 'zod';
import { invalidInput } from '../../http/index.ts';

/** The end of a page, with the total that the first page reported. */
export interface Cursor {
  readonly after: string;
  readonly total: number;
  readonly isTotalExact: boolean;
}

const contents = z.tuple([z.uuid(), z.number().int().nonnegative(), z.boolean()]);

export function writeCursor({ after, total, isTotalExact }: Cursor): string {
  return Buffer.from(JSON.stringify([after, total, isTotalExact])).toString('base64url');
}

export function readCursor(cursor: string): Cursor {
  try {
    const [after, total, isTotalExact] = contents.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { after, total, isTotalExact };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw invalidInput([{ path: 'cursor', code: 'unknown_cursor', message: 'This is no cursor of the history' }]);
  }
}
