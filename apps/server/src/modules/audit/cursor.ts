import { z } from 'zod';
import { cursorCodec } from '../../http/index.ts';
import type { AuditPosition } from './entries.sql.ts';

/** The end of a page, with the total that the first page returned. */
export interface AuditCursor {
  readonly after: AuditPosition;
  readonly total: number;
  readonly isTotalExact: boolean;
}

const LAST_INSTANT_MS = Date.UTC(9999, 0);
const whole = z.number().int().safe().nonnegative();

export const auditCursors = cursorCodec({
  list: 'the audit log',
  fields: z.tuple([z.number().int().min(-LAST_INSTANT_MS).max(LAST_INSTANT_MS), whole, whole, z.boolean()]),
  toFields: ({ after, total, isTotalExact }: AuditCursor) => [after.at.getTime(), after.seq, total, isTotalExact],
  toPosition: ([at, seq, total, isTotalExact]) => ({ after: { at: new Date(at), seq }, total, isTotalExact }),
});
