import type { PersonalMarks } from '../../db/index.ts';

/** A table with personal data of guests. Its module declares the columns; this module re-encrypts and erases them. */
export interface SealedTable {
  readonly table: string;
  /** `STORE`: rows belong to a store by `store_id`. `SYSTEM`: rows belong to no store. */
  readonly reach: 'STORE' | 'SYSTEM';
  /** The key columns, in order, with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text'>>;
  readonly columns: readonly string[];
  /** How rows are erased. `at`: the column with the time of the row; older rows are erased, or deleted. */
  readonly erasure?: { readonly at: string; readonly set: Readonly<Record<string, 'empty' | 'null'>> | 'delete' };
  /** The keyed hashes by which the columns are searched. `of`: the columns that they are computed from. */
  readonly marked?: {
    readonly of: readonly string[];
    readonly compute: (
      opened: Readonly<Record<string, string>>,
      marks: PersonalMarks,
    ) => Readonly<Record<string, Buffer | null>>;
  };
}
