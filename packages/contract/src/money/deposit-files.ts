import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money } from '../fields.ts';

/** A table of HTML takes a few megabytes for 2,000 rows. */
const MOST_FILE_BYTES = 4 * 1024 * 1024;

/** What a column of a bank's file holds. `amount`: one column for both directions, with a sign or beside `direction`. */
export const DEPOSIT_FILE_COLUMNS = ['date', 'time', 'in', 'out', 'amount', 'direction', 'balance', 'name'] as const;
export type DepositFileColumn = (typeof DEPOSIT_FILE_COLUMNS)[number];

const bankFile = {
  types: [
    'text/csv',
    'text/plain',
    'text/html',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/octet-stream',
  ],
  maxBytes: MOST_FILE_BYTES,
};
/** A person's choice of columns: `date:0,in:3,name:2`, numbered from 0. Without it, the server recognises them. */
const chosenColumns = z
  .string()
  .regex(
    /^(?:date|time|in|out|amount|direction|balance|name):\d{1,3}(?:,(?:date|time|in|out|amount|direction|balance|name):\d{1,3}){0,7}$/,
  );
const fileQuery = {
  storeId: id,
  /** The number of the line with the head, from 1; for `columns` only. */
  headLine: z.coerce.number().int().min(1).max(30).optional(),
  columns: chosenColumns.optional(),
};

export const previewDeposits = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/csv/preview',
  summary: "What an import of a bank's file would read: the columns and the first lines. Nothing is stored",
  access: 'payments:write',
  query: z.strictObject(fileQuery),
  upload: bankFile,
  reply: z.object({
    storeId: id,
    headLine: z.number().int().positive(),
    head: z.array(z.string()),
    /** The number of the column of each part, from 0. */
    columns: z.partialRecord(z.enum(DEPOSIT_FILE_COLUMNS), z.number().int().nonnegative()),
    /** Whether a person chose these columns for this head before. */
    isRemembered: z.boolean(),
    /** Whether there is a date and an amount, so that the file can be imported. */
    isComplete: z.boolean(),
    deposits: z.number().int().nonnegative(),
    withdrawals: z.number().int().nonnegative(),
    unreadableLines: z.array(z.number().int().positive()),
    /** The first lines. Names are masked (PD-1); `kind` is `null` for a line that is no movement. */
    lines: z.array(
      z.object({
        line: z.number().int().positive(),
        kind: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK']).nullable(),
        amount: money.nullable(),
        depositorName: z.string().nullable(),
        at: instant.nullable(),
        isDateOnly: z.boolean(),
        balance: money.nullable(),
      }),
    ),
  }),
});

export const importDeposits = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/csv',
  summary:
    "Import a bank's file of movements. Known movements are recognised; cells are read as text only. Chosen columns are kept for files with this head",
  access: 'payments:write',
  query: z.strictObject(fileQuery),
  upload: bankFile,
  reply: z.object({
    storeId: id,
    /** Number of deposits in the file, which are processed soon. */
    deposits: z.number().int().nonnegative(),
    withdrawals: z.number().int().nonnegative(),
    /** Numbers of the lines that are not movements, from 1. */
    unreadableLines: z.array(z.number().int().positive()),
  }),
});
