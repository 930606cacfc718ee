import { CompiledQuery } from 'kysely';
import { pipelineStatement, type Tx } from './transaction.ts';

const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement with a constant text, which is built once, and variable values. A query builder builds the text each
 * time, which takes longer than PostgreSQL needs to run it. For frequent statements and those that a person waits for.
 * Values become parameters; nothing else can be inserted. Run it with `tx.executeQuery(statement<Row>`…`)`, or pass it
 * `pipelineStatement`.
 */
export function statement<R = never>(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | boolean | Date | Buffer | readonly string[] | null)[]
): CompiledQuery<R> {
  let text = texts.get(strings);
  if (text === undefined) {
    text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
    texts.set(strings, text);
  }
  return CompiledQuery.raw(text, [...values]);
}

type Parameter = string | number | boolean | null | Buffer | readonly string[];

interface PreparedStatement<Row> {
  /** Runs it and waits for its rows. */
  read(tx: Tx, ...parameters: Parameter[]): Promise<Row[]>;
  /** Runs it pipelined: a failure fails the transaction. */
  write(tx: Tx, ...parameters: Parameter[]): void;
}

/**
 * A constant statement like `statement`, for SQL that is composed of pieces once, at start-up. `$1` and so on are its
 * parameters; pass instants as RFC 3339.
 */
export function prepareStatement<Row extends object = never>(text: string): PreparedStatement<Row> {
  return {
    read: async (tx, ...parameters) => (await tx.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows,
    write: (tx, ...parameters) => pipelineStatement(tx, CompiledQuery.raw(text, parameters)),
  };
}
