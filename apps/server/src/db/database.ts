import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { settingsOf, type Actor } from './actor.ts';
import { DatabaseClient, type DatabaseClientConfig, trackConnections } from './client.ts';
import { classifyDatabaseError } from './database-unavailable.ts';
import { keepListening } from './listen.ts';
import { personalKeys, type PersonalKeys } from './personal.ts';
import { isOutdatedStatement, preparedName, renewOutdatedStatements } from './prepared.ts';
import { transactOnce, transact, type Beginning, type Ended, type Sendable, type Tx } from './transaction.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar date is not an instant, so `2026-02-28` stays a string.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export interface Database {
  /** The keys of guests' personal data. */
  readonly personal: PersonalKeys;
  /**
   * Runs `work` in one transaction as the actor. Commits when it returns, rolls back when it throws or when any statement
   * failed. Never wait in it for a device, a provider or a person.
   */
  withActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement as the actor, sent together with its `begin` and `commit`: one round trip. After `timeoutMs` it
   * fails with SQLSTATE 57014.
   */
  doAtOnce<T>(actor: Actor, query: Sendable<T>, options?: AtOnceOptions): Promise<T[]>;
  /** Runs one SELECT without an actor: it reads only tables without row-level security. The cheapest query. */
  readWithoutActor<T>(query: CompiledQuery<T>): Promise<T[]>;
  /**
   * Calls back after each commit of this process in which `announceCommit` was called. Returns the function that
   * unsubscribes.
   */
  onAnnouncedCommit(listener: () => void): () => void;
  /**
   * Opens a dedicated connection that calls back with the payload of each NOTIFY of the channel, and without a payload
   * after each reconnection.
   */
  listen(
    channel: string,
    onNotify: (payload?: string) => void,
    onError: (error: Error) => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Resolves when the server answers; rejects otherwise. */
  ping(): Promise<void>;
  /** Connections of the pool: all, idle, and requests waiting for one. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

interface AtOnceOptions {
  readonly timeoutMs?: number | undefined;
  /**
   * Does not wait until the commit is on disk. The next commit of any transaction that waits writes it too; until then a
   * crash of PostgreSQL loses it.
   */
  readonly isFlushedLater?: boolean;
}

/**
 * A connection pooler in transaction mode, such as PgBouncer. It gives each transaction any of its connections to
 * PostgreSQL, so nothing is set for longer than a transaction.
 */
export interface Pooler {
  readonly url: string;
  /** It keeps the names of prepared statements of its clients apart (PgBouncer from 1.21 on). */
  readonly keepsNames: boolean;
}

interface DatabaseOptions {
  readonly poolSize: number;
  /** The transactions go through it, and notifications past it. */
  readonly pooler?: Pooler | null;
  /** Without keys, guests' personal data can neither be read nor written. */
  readonly personal?: PersonalKeys;
  /** Gets `DatabaseUnavailable` when a connection breaks. */
  readonly onError: (error: Error) => void;
  /**
   * A connection whose server is silent for longer, during a statement, is broken; 45 s by default. A listening one is
   * asked after a quarter of it.
   */
  readonly silentMs?: number;
  /** Gets how long a transaction waited for a connection of the pool, also when it got none. */
  readonly onConnectionWait?: (ms: number) => void;
  /** Called when the database answers again after it was away. */
  readonly onReturn?: (awayMs: number) => void;
}

/**
 * Opens the database of PostgreSQL's `url`. All functions reject with `DatabaseUnavailable` while the database is away.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { personal = personalKeys([]), pooler = null } = options;
  const connection = withSilence(connectionTo(url), options);
  const pool = openPool(pooler === null ? connection : withSilence(connectionThrough(pooler), options), options);
  const commitListeners = new Set<() => void>();

  const watched = watchAvailability(options.onReturn);

  async function onConnection<T>(work: (client: pg.PoolClient) => Promise<Ended<T>>): Promise<T> {
    const ended = await watched(async () => {
      const client = await connectMeasured(pool, options);
      let workEnded: Ended<T> | undefined;
      try {
        workEnded = await work(client);
      } finally {
        client.release(workEnded?.isBroken ?? true);
      }
      // An error of the connection is one of this transaction too; an error of `work` itself is not.
      if (workEnded.isBroken && 'error' in workEnded.outcome) throw workEnded.outcome.error;
      return workEnded;
    });
    if (ended.isAnnounced) for (const listener of commitListeners) listener();
    if ('error' in ended.outcome) throw ended.outcome.error;
    return ended.outcome.result;
  }

  const { arePrepared, defaults } =
    pooler === null ? { arePrepared: true, defaults: [] } : { arePrepared: pooler.keepsNames, defaults: SESSION };
  const beginning = (actor: Actor, atOnce?: AtOnceOptions): Beginning => ({
    ...beginningOf(actor, defaults, atOnce),
    personal,
    arePrepared,
  });

  const runOnce = <R>(begun: Beginning, query: Sendable<R>) =>
    repeatOutdated(() => onConnection((client) => transactOnce(client, begun, query)));

  return {
    personal,
    withActor: (actor, work) => onConnection((client) => transact(client, beginning(actor), work)),

    doAtOnce: (actor, query, options) => runOnce(beginning(actor, options), query),

    readWithoutActor: (query) =>
      pooler === null
        ? repeatOutdated(() => watched(() => readInSession(pool, query)))
        : runOnce({ ...composeDefaultSession(), personal, arePrepared }, query),

    onAnnouncedCommit(listener) {
      commitListeners.add(listener);
      return () => commitListeners.delete(listener);
    },

    listen: (channel, onNotify, onError) => keepListening({ connection, channel, onNotify, onError }),

    ping: async () => void (await watched(() => pool.query('select 1'))),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: trackConnections(pool),
  };
}

async function connectMeasured(pool: pg.Pool, { onConnectionWait }: DatabaseOptions): Promise<pg.PoolClient> {
  const from = performance.now();
  try {
    return await pool.connect();
  } finally {
    onConnectionWait?.(performance.now() - from);
  }
}

/** Reads with the role and the settings of the session. */
async function readInSession<T>(pool: pg.Pool, query: CompiledQuery<T>): Promise<T[]> {
  const name = preparedName('nobody', query.sql) ?? '';
  try {
    const { rows } = await pool.query<never>({ name, text: query.sql, values: [...query.parameters] });
    return rows;
  } catch (error) {
    renewOutdatedStatements(error, name);
    throw error;
  }
}

/** Runs a single statement again when a migration changed the columns that it returns. */
async function repeatOutdated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error;
    return run();
  }
}

/** Sets the role and the settings that a session has without a pooler. */
function composeDefaultSession(): Pick<Beginning, 'role' | 'settings'> {
  return { role: 'nobody', settings: settingsStatement([['role', DEFAULT_ROLE], ...SESSION]) };
}

/** Classifies the errors of queries, and reports when the database answers again. */
function watchAvailability(onReturn: DatabaseOptions['onReturn']): <T>(query: () => Promise<T>) => Promise<T> {
  let awaySince: number | null = null;
  return async (query) => {
    try {
      const result = await query();
      if (awaySince !== null) {
        onReturn?.(performance.now() - awaySince);
        awaySince = null;
      }
      return result;
    } catch (error) {
      const classified = classifyDatabaseError(error);
      if (classified !== error) awaySince ??= performance.now();
      throw classified;
    }
  };
}

const DEFAULT_ROLE = 'munjigi_app';
/** The settings of every session; a pooler resets or mixes up those of its connections, so a transaction sets them. */
const SESSION: readonly Setting[] = [
  ['timezone', 'UTC'],
  ['statement_timeout', '30000'],
  ['idle_in_transaction_session_timeout', '60000'],
];
/** The kernel ends a connection whose other end is gone after 20 s: the delay, and ten probes a second apart. */
const APPLICATION = { application_name: 'munjigi', keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** The name of a setting of PostgreSQL, and its value. */
type Setting = readonly [name: string, value: string];

function connectionTo(url: string): pg.ClientConfig {
  // The default role of the connection: a statement outside withActor() runs as munjigi_app without an actor and reads
  // no rows.
  const options = [['role', DEFAULT_ROLE], ...SESSION].map(([name, value]) => `-c ${name}=${value}`).join(' ');
  return { connectionString: url, options, ...APPLICATION };
}

function withSilence(connection: pg.ClientConfig, { silentMs }: DatabaseOptions): DatabaseClientConfig {
  return silentMs === undefined ? connection : { ...connection, silentMs };
}

function connectionThrough({ url }: Pooler): pg.ClientConfig {
  return { connectionString: url, ...APPLICATION };
}

function openPool(connection: DatabaseClientConfig, { poolSize, onError }: DatabaseOptions): pg.Pool {
  // Statements are pipelined: each is sent without waiting for earlier results.
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    pipeline: true,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  const onBroken = (error: Error) => onError(classifyDatabaseError(error) as Error);
  pool.on('error', onBroken);
  // The pool handles errors of idle connections only; an error of a busy one must not end the process.
  pool.on('connect', (client) => client.on('error', onBroken));
  return pool;
}

/** The statement that sets the role and the actor. It has few texts, so that each is prepared. */
function beginningOf(
  actor: Actor,
  defaults: readonly Setting[],
  { timeoutMs, isFlushedLater = false }: AtOnceOptions = {},
): Pick<Beginning, 'role' | 'settings'> {
  const { role, product, stores, user, reservation, expectedEpoch = null } = settingsOf(actor);
  const settings: Setting[] = [
    ['role', role],
    ...defaults,
    ['app.product_id', product],
    ['app.store_ids', stores],
    ['app.user_id', user],
  ];
  if (reservation !== undefined) settings.push(['app.reservation_id', reservation]);
  if (timeoutMs !== undefined) settings.push(['statement_timeout', String(timeoutMs)]);
  if (isFlushedLater) settings.push(['synchronous_commit', 'off']);
  return { role, settings: settingsStatement(settings, expectedEpoch) };
}

/** Sets them for the transaction. A later one of the same name counts. Fails if the epoch of all rights is another one. */
function settingsStatement(settings: readonly Setting[], expectedEpoch: number | null = null): Beginning['settings'] {
  const calls = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  const parameters: unknown[] = settings.map(([, value]) => value);
  if (expectedEpoch !== null) calls.push(`refuse_stale_rights($${parameters.push(expectedEpoch)})`);
  return { sql: `select ${calls.join(', ')}`, parameters };
}
