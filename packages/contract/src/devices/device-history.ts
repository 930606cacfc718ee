import { z } from 'zod';
import { COMMAND_STATUSES, HISTORY_ACTIONS, HISTORY_STATUSES } from './command-values.ts';
import { CAUSE_KINDS, command, OPERATION_SOURCES } from './commands.ts';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, namedInstant, paging, singleLine } from '../fields.ts';

/** A query parameter with one or several of these values, separated by commas. */
const someOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(words)).max(words.length));

const filter = {
  storeId: id.optional(),
  roomId: id.optional(),
  targetId: id.optional(),
  action: someOf(HISTORY_ACTIONS).optional(),
  status: someOf(HISTORY_STATUSES).optional(),
  causeKind: z.enum(CAUSE_KINDS).optional(),
  /** The id of the person or the reservation that caused the command. */
  causeId: id.optional(),
  source: z.enum(OPERATION_SOURCES).optional(),
  /** A part of the cause's label, in any case. */
  q: singleLine(60).optional(),
  /** Includes commands requested at or after this instant, and before `to`. */
  from: namedInstant.optional(),
  to: namedInstant.optional(),
};

/** The last row that `page` reaches. Beyond it a client uses `cursor`, whose cost does not grow with the distance. */
const HISTORY_PAGES_REACH = 10_000;
/** Rows are counted up to this number. */
export const HISTORY_COUNTS_TO = 500;

export const listDeviceHistory = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/device-control/history',
  summary:
    'Every command and every event of doors and devices, newest first (DH-1). `nextCursor` leads on; a page may be shorter than `limit`, also empty, when few rows match, and only `nextCursor: null` is the end. `sort` has one value, the order of its index',
  access: 'device-history:read',
  load: 'search',
  query: z
    .strictObject({
      ...filter,
      ...paging,
      cursor: z.string().max(200).optional(),
      sort: z.enum(['-requestedAt']).optional(),
    })
    .refine((item) => item.page * item.limit <= HISTORY_PAGES_REACH, {
      path: ['page'],
      error: 'further on only by cursor',
    })
    .refine((item) => item.page === 0 || item.cursor === undefined, {
      path: ['page'],
      error: 'not together with a cursor',
    }),
  reply: growingListOf(command).extend({ nextCursor: z.string().nullable() }),
});

/** The steps of a command: the statuses that it reached, an answer that did not end it, and an answer after its end. */
export const COMMAND_STEPS = [...COMMAND_STATUSES, 'ANSWERED', 'LATE_ANSWER'] as const;
export type CommandStepName = (typeof COMMAND_STEPS)[number];

export const commandStep = z.object({
  id,
  at: instant,
  step: z.enum(COMMAND_STEPS),
  /** The device's own text, if it sent one. */
  note: z.string().nullable(),
});
export type CommandStep = z.infer<typeof commandStep>;

export const getDeviceCommand = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/device-control/history/{commandId}',
  summary: 'One command or event with all of its steps, oldest first (NX-10)',
  access: 'device-history:read',
  reply: z.object({ command, steps: z.array(commandStep) }),
});

export const exportDeviceHistory = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/device-control/history/export',
  summary: 'All matching entries as a file, newest first, streamed (DH-1)',
  access: 'device-history:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({ ...filter, format: z.enum(['csv', 'xlsx']), lng: z.enum(['kr', 'en']).default('kr') }),
  reply: z.string(),
});
