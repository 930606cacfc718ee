import { z } from 'zod';
import { cursorCodec } from '../../../http/index.ts';

/** The end of a page, with the total that the first page reported. */
export interface HistoryCursor {
  readonly after: string;
  readonly total: number;
  readonly isTotalExact: boolean;
}

export const historyCursors = cursorCodec({
  list: 'the history',
  fields: z.tuple([z.uuid(), z.number().int().nonnegative(), z.boolean()]),
  toFields: ({ after, total, isTotalExact }: HistoryCursor) => [after, total, isTotalExact],
  toPosition: ([after, total, isTotalExact]) => ({ after, total, isTotalExact }),
});
