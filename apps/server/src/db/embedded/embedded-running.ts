import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { holderOf } from './process-lock.ts';

/**
 * Returns the URL, as the owner of the schema, of this folder's embedded server if another process of the product runs
 * it; otherwise `null`. PostgreSQL writes its port and the folder of its socket into the file that prevents a second
 * server.
 */
export function findRunningPostgres(dataDir: string, password: string): string | null {
  if (holderOf(dataDir) === null) return null;
  const postmaster = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(postmaster)) return null;
  const [, , , port = '', socketFolder = ''] = readFileSync(postmaster, 'utf8').split('\n');
  return socketFolder === ''
    ? `postgres://munjigi:${password}@127.0.0.1:${port}/munjigi`
    : `postgres://munjigi:${password}@/munjigi?host=${encodeURIComponent(socketFolder)}&port=${port}`;
}
