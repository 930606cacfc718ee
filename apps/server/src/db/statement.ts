import { CompiledQuery } from 'kysely';

const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement whose text is always the same and in which only values differ: written out once and not, as a query builder
 * does, each time, which takes longer than PostgreSQL needs to do it. For where a person waits, or many ask. Values become
 * parameters, nothing else can be put in. Run it with `tx.executeQuery(statement<Row>`…`)`, or give it to `writeBehind`.
 */
export function statement<R = never>(strings: TemplateStringsArray, ...values: readonly (string | number | boolean | Date | Buffer | readonly string[] | null)[]): CompiledQuery<R> {
  let text = texts.get(strings);
  if (text === undefined) {
    text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
    texts.set(strings, text);
  }
  return CompiledQuery.raw(text, [...values]);
}
