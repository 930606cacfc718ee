import { ConfigError } from './config.ts';
import { connectionFault, DatabaseUnavailable, FolderInUse, SchemaFault } from './db/index.ts';

interface StartEnvironment {
  readonly HOST?: string | undefined;
  readonly PORT?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
}

/** Explains in one sentence why the server cannot start, without a password; `null` for an error of the program. */
export function startFault(error: unknown, environment: StartEnvironment): string | null {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof SchemaFault)
    return error.message;
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return portFault(cause, environment) ?? databaseFault(cause, environment.DATABASE_URL);
}

function portFault(error: unknown, { HOST = '127.0.0.1', PORT = '4000' }: StartEnvironment): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen')) return null;
  const port = 'port' in error ? String(error.port) : PORT;
  switch (error.code) {
    case 'EADDRNOTAVAIL':
      return `HOST: this machine has no address ${HOST}. Use 127.0.0.1, 0.0.0.0 or an address of this machine`;
    case 'EACCES':
      return `PORT: this user may not listen on port ${port}. Choose a port above 1023, or give the program the right`;
    default:
      return null;
  }
}

function databaseFault(error: unknown, url: string | undefined): string | null {
  if (url === undefined || url === '') return null;
  const fault = connectionFault(error, url);
  return fault === null ? null : `The database cannot be reached: ${fault}`;
}
