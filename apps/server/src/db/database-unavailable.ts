/**
 * The database cannot be reached, or hung up in the middle of the work: a transaction whose commit was sent may have been
 * committed. The caller may try again later.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Errors of the connection, which Node.js reports. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The folder of the socket, or the socket, is gone.
  'ENOENT',
]);
/**
 * SQLSTATEs of a server that stops, starts, crashed or takes no more connections (PostgreSQL, appendix A: class 08,
 * `57P01` to `57P05` and `53300`), of one that is not the primary (`25006`: the session reads only), and of a commit
 * whose replication is unknown (`40003`).
 */
const SQLSTATES = /^(08...|57P0[1-5]|53300|25006|40003)$/;
/** Errors of the driver that have no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client has encountered a connection error|Client was closed/;

/**
 * Returns the error as `DatabaseUnavailable` if the database is away, and otherwise the error itself. For errors of the
 * driver only: other connections use the same codes.
 */
export function classifyDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.has(code) || SQLSTATES.test(code) || (code === '' && MESSAGES.test(error.message))
    ? new DatabaseUnavailable(error)
    : error;
}

/** Whether the error says that the connection cannot be used any more. For errors of the driver only. */
export function isOfConnection(error: Error | null): boolean {
  return classifyDatabaseError(error) !== error;
}

/** SQLSTATEs of a server without disk, memory or a working disk (PostgreSQL, appendix A: class 53 and `58030`). It may still read. */
const EXHAUSTED = /^(53[12]00|58030)$/;

/** Returns the error as `DatabaseUnavailable` if the server lacks disk or memory. Its connections are good, and reading may work. */
export function findExhaustion(error: unknown): DatabaseUnavailable | null {
  return error instanceof Error && 'code' in error && EXHAUSTED.test(String(error.code))
    ? new DatabaseUnavailable(error)
    : null;
}
