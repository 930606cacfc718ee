import { CompiledQuery } from 'kysely';
import { writeBehind, type Tx } from '../../db/index.ts';

type Parameter = string | number | boolean | null | Buffer | readonly string[];

export interface SqlText<Row> {
  /** Runs it and waits for its rows. */
  read(tx: Tx, ...parameters: Parameter[]): Promise<Row[]>;
  /** Runs it pipelined: a failure fails the transaction. */
  write(tx: Tx, ...parameters: Parameter[]): void;
}

/**
 * A statement for SQL that is composed of pieces once, at start-up. `$1` and so on are its parameters; pass instants as
 * RFC 3339.
 */
export function sqlText<Row extends object = never>(text: string): SqlText<Row> {
  return {
    read: async (tx, ...parameters) => (await tx.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows,
    write: (tx, ...parameters) => writeBehind(tx, CompiledQuery.raw(text, parameters)),
  };
}
