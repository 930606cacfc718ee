import { CompiledQuery } from 'kysely';
import { writeBehind, type Tx } from '../../db/index.ts';

type Parameter = string | number | boolean | null | Buffer | readonly string[];

export interface SqlText<Row> {
  /** Sends it and waits for its rows. */
  read(tx: Tx, ...parameters: Parameter[]): Promise<Row[]>;
  /** Sends it without waiting: when it fails, the transaction does. */
  write(tx: Tx, ...parameters: Parameter[]): void;
}

/**
 * As `statement` of the database, for texts that are put together of pieces: once, when the program starts. `$1` and so on are its
 * parameters; instants go in as RFC 3339.
 */
export function sqlText<Row extends object = never>(text: string): SqlText<Row> {
  return {
    read: async (tx, ...parameters) => (await tx.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows,
    write: (tx, ...parameters) => writeBehind(tx, CompiledQuery.raw(text, parameters)),
  };
}
