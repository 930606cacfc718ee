import type { PersonalMarks } from '../../db/index.ts';

/** A table that keeps something of guests: its owner says what, and this module seals it anew. */
export interface SealedTable {
  readonly table: string;
  /** `STORE`: of one store each, by its id. `SYSTEM`: of nobody in particular. */
  readonly reach: 'STORE' | 'SYSTEM';
  /** The columns that tell a row, by which it is found in order, with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text'>>;
  readonly columns: readonly string[];
  /** Where a guest's time of being named ends. `at`: the column that tells when it was; what is earlier is erased. */
  readonly erasure?: { readonly at: string; readonly set: Readonly<Record<string, 'empty' | 'null'>> };
  /** Columns that are found by marks of what these say. */
  readonly marked?: (opened: Readonly<Record<string, string>>, marks: PersonalMarks) => Readonly<Record<string, Buffer | null>>;
}
