import { groupDigits } from '@munjigi/rules';
import type { Config } from '../config/config.ts';
import { backUp, checkBackup } from '../db/index.ts';
import { markOf } from '../sealing/sealing.ts';
import { onCurrentSchema } from './with-database.ts';

/** Writes a snapshot of the whole database to a new file, also while a server is running. */
export async function makeBackup(config: Config, file: string): Promise<number> {
  const startedAt = performance.now();
  return onCurrentSchema(config, async (url) => {
    const { tables, bytes } = await backUp({ url, file, secretMark: markOf(config.tokenSecret) });
    console.log(`${file}: ${sumRows(tables)}, ${formatMegabytes(bytes)}, ${formatSeconds(startedAt)}.`);
    const secret = config.databaseUrl ? 'TOKEN_SECRET' : `TOKEN_SECRET (${config.dataDir}/token-secret)`;
    console.log(
      `It holds names, phone numbers and hashes of passwords: keep it where nobody else reads. It does not hold ${secret}: keep that elsewhere. Without it access codes and keys of payment providers in the backup cannot be opened.`,
    );
    return 0;
  });
}

/** Reads a whole backup and prints what it contains. */
export async function describeBackup(file: string): Promise<number> {
  const { header, tables } = await checkBackup(file);
  console.log(
    `${file}: whole and unchanged. Made at ${header.madeAt} of PostgreSQL ${header.postgres}, schema ${header.migrations.at(-1)}: ${sumRows(tables)}.`,
  );
  return 0;
}

export function sumRows(tables: Readonly<Record<string, { readonly rows: number }>>): string {
  const all = Object.values(tables);
  const rows = all.reduce((sum, table) => sum + table.rows, 0);
  return `${groupDigits(rows)} rows of ${all.length} tables`;
}

export function formatSeconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
