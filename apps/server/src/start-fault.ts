import { databaseSettingOf, type Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { connectionFault, FolderInUse, SchemaFault } from './db/index.ts';

type StartConfig = Pick<Config, 'host' | 'port' | 'databaseUrl' | 'databasePooler'>;

/**
 * Explains in one sentence why the server cannot start, without a password; `null` for an error of the program. `config`
 * is null when the settings could not be read.
 */
export function startFault(error: unknown, config: StartConfig | null): string | null {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof SchemaFault)
    return error.message;
  return config === null ? null : (portFault(error, config) ?? databaseFault(error, config));
}

function portFault(error: unknown, { host, port }: StartConfig): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen')) return null;
  switch (error.code) {
    case 'EADDRNOTAVAIL':
      return `HOST: this machine has no address ${host}. Use 127.0.0.1, 0.0.0.0 or an address of this machine`;
    case 'EACCES':
      return `PORT: this user may not listen on port ${port}. Choose a port above 1023, or give the program the right`;
    default:
      return null;
  }
}

function databaseFault(error: unknown, config: StartConfig): string | null {
  if (config.databaseUrl === null) return null;
  const fault = connectionFault(error, config.databaseUrl, databaseSettingOf(config));
  return fault === null ? null : `The database cannot be reached: ${fault}`;
}
