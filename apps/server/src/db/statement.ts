import { CompiledQuery } from 'kysely';

const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement with a constant text and variable values: its text is built once. A query builder builds it each time,
 * which takes longer than PostgreSQL needs to run it. For frequent statements and those that a person waits for. Values
 * become parameters; nothing else can be inserted. Run it with `tx.executeQuery(statement<Row>`…`)`, or give it to
 * `writeBehind`.
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
