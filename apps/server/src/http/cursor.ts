import { z } from 'zod';
import { invalidInput } from './problem.ts';

/** Writes and reads the cursors of one list. */
export interface CursorCodec<Position> {
  write(position: Position): string;
  /** Throws INVALID_INPUT for text that `write` did not return. */
  read(cursor: string): Position;
}

/** A cursor is the JSON of `fields`, in base64url. */
interface CursorFormat<Position, Fields extends readonly [unknown, ...unknown[]]> {
  /** The list in the problem's text: `the audit log`. */
  readonly list: string;
  readonly fields: z.ZodType<Fields>;
  readonly toFields: (position: Position) => Fields;
  readonly toPosition: (fields: Fields) => Position;
}

export function cursorCodec<Position, Fields extends readonly [unknown, ...unknown[]]>({
  list,
  fields,
  toFields,
  toPosition,
}: CursorFormat<Position, Fields>): CursorCodec<Position> {
  return {
    write: (position) => Buffer.from(JSON.stringify(toFields(position))).toString('base64url'),
    read(cursor) {
      try {
        return toPosition(fields.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))));
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
        throw invalidInput([{ path: 'cursor', code: 'unknown_cursor', message: `This is no cursor of ${list}` }]);
      }
    },
  };
}

/** How the rows of a list become a page. */
interface PageFormat<Row, Item> {
  readonly limit: number;
  readonly toItem: (row: Row) => Item;
  readonly toCursor: (row: Row) => string;
}

/** Makes a page of rows that were read with `limit + 1`: the row beyond the limit shows that there is a next page. */
export function toCursorPage<Row, Item>(
  rows: readonly Row[],
  { limit, toItem, toCursor }: PageFormat<Row, Item>,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toItem(row)),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : null,
  };
}
