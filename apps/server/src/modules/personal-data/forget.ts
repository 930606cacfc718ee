import { NOT_YET_SEALED, personalKeys } from '../../db/index.ts';
import type { SealedTable } from './sealed-table.ts';

/**
 * A statement for a restored database whose keys are lost. It erases everything that was encrypted with a key other
 * than these, because it can no longer be read and would keep a server from starting. Does nothing in a schema without
 * keys.
 */
export function forgetUnreadable(secrets: readonly string[], tables: readonly SealedTable[]): string {
  const currentKeys = `array[${[NOT_YET_SEALED, ...personalKeys(secrets).ids].map((id) => `'\\x${id.toString('hex')}'::bytea`).join(', ')}]`;
  const isUnreadable = (column: string) =>
    `(length(${column}) > 0 and substring(${column} from 1 for 4) <> all (${currentKeys}))`;
  const statements = tables.map(({ table, columns, erasure }) => {
    const where = columns.map(isUnreadable).join(' or ');
    if (!erasure || erasure.set === 'delete') return `delete from ${table} where ${where};`;
    return `update ${table} set ${Object.entries(erasure.set)
      .map(([name, to]) => `${name} = ${to === 'null' ? 'null' : "''"}`)
      .join(', ')} where ${where};`;
  });
  return `do $$ begin
    if to_regclass('personal_keys') is null then return; end if;
    ${statements.join('\n    ')}
    update personal_keys set retired_at = now() where retired_at is null and id <> all (${currentKeys});
  end $$`;
}
