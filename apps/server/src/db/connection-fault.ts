import { DatabaseUnavailable } from './database-unavailable.ts';

/**
 * Explains in words why a database cannot be reached, and the remedy; `null` for other errors. Never contains the
 * password.
 */
export function connectionFault(
  error: unknown,
  url: string,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): string | null {
  if (error instanceof DatabaseUnavailable) return connectionFault(error.cause, url, setting);
  if (!(error instanceof Error)) return null;
  // File errors use the same codes with another meaning.
  const isOfFile = 'syscall' in error && !['connect', 'getaddrinfo', 'read', 'write'].includes(String(error.syscall));
  const code = 'code' in error && !isOfFile ? String(error.code) : '';
  const { host, user, database } = partsOf(url);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} was not found. Correct ${setting}`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${host}. Start PostgreSQL, or correct host and port in ${setting}`;
    case 'ECONNRESET':
      return `${host} hangs up: what listens there may not be PostgreSQL. Correct ${setting}`;
    case '28P01':
      return `${host} refuses the password of ${user}. Correct user and password in ${setting} (signs such as @ / # are written %40 %2F %23 there)`;
    case '28000':
      return `${host} does not let ${user} in: ${error.message}. Let it in by pg_hba.conf, or add ?sslmode=require to ${setting}`;
    case '3D000':
      return `${host} has no database ${database}. Make it with: CREATE DATABASE "${database}" OWNER "${user}" — or correct ${setting}`;
    case '25006':
      return `${host} is a standby, which only reads. ${setting} must lead to the primary`;
    case '53100':
      return `${host} has no space left on its disk. Free some, or give it a larger one`;
    case '53300':
      return `${host} takes no more connections. Make DATABASE_POOL smaller, or max_connections of PostgreSQL larger`;
    case '57P03':
      return `${host} is starting or stopping. Try again in a moment`;
  }
  if (/timeout/i.test(error.message))
    return `${host} does not answer. Is it the right host and port, and does a firewall let it through?`;
  if (/SASL|client password/.test(error.message))
    return `${host} wants a password of ${user}, and ${setting} has none or an empty one`;
  if (/SSL|certificate/i.test(error.message))
    return `no encrypted connection to ${host}: ${error.message}. Change sslmode in ${setting}, or the server’s certificate`;
  if (/terminated unexpectedly|socket hang up/i.test(error.message))
    return `${host} hangs up: what listens there may not be PostgreSQL. Correct ${setting}`;
  return null;
}

function partsOf(url: string): { host: string; user: string; database: string } {
  try {
    const uRL = new URL(url.replace('@/', '@localhost/'));
    return {
      host: uRL.searchParams.get('host') ?? `${uRL.hostname}:${uRL.port || '5432'}`,
      user: decodeURIComponent(uRL.username) || 'the user',
      database: decodeURIComponent(uRL.pathname.slice(1)),
    };
  } catch {
    return { host: 'the server', user: 'the user', database: 'the database' };
  }
}
