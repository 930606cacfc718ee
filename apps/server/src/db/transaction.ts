import {
  DefaultQueryExecutor, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, Transaction,
  type CompiledQuery, type DatabaseConnection, type Dialect, type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { openRows, type PersonalKeys } from './personal.ts';
import { preparedName } from './prepared.ts';
import type { Tables } from './tables.ts';

declare const actorSet: unique symbol;

/**
 * A transaction in which row-level security knows who is acting. Only `withActor` makes one, and there is no other
 * handle to the database: a query beside the transaction cannot be written.
 */
export type Tx = Transaction<Tables> & { readonly [actorSet]: true };

/** A query that was put together, by Kysely or with `sql`, or a `statement` that needs no putting together. */
export type Sendable<R = unknown> = CompiledQuery<R> | { compile(by: Tx): CompiledQuery<R> };

export interface Beginning {
  /** `begin` and the settings of who acts, as one message. */
  readonly begin: string;
  /** The role that it switches to. */
  readonly role: string;
  /** Opens what is sealed in what is read. */
  readonly personal: PersonalKeys;
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

/** `isBroken`: the connection is of no more use. */
export interface Ended<T> {
  readonly outcome: Outcome<T>;
  readonly isBroken: boolean;
  /** It committed, and `announceCommit` was called in it. */
  readonly isAnnounced: boolean;
}

const open = new WeakMap<Tx, Statements>();

/**
 * Sends a statement whose result nobody needs, and does not wait for it: `begin`, such statements and `commit` cost no round
 * trip of their own. It is done after all that was sent before it and before all that is sent after it. When it fails, the
 * transaction fails with its error, whatever else happened: nothing of it is kept.
 */
export function writeBehind(tx: Tx, query: Sendable): void {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  statements.sendBehind(compiled(tx, query));
}

/** Has the database call the listeners of `onAnnouncedCommit` when, and only when, the transaction has committed. */
export function announceCommit(tx: Tx): void {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  statements.isAnnounced = true;
}

/** The keys of what is kept of guests: for writing it, and for looking for it. */
export function personalOf(tx: Tx): PersonalKeys {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  return statements.personal;
}

/**
 * Runs `work` between `begin` and `commit`. `begin` is sent and not waited for; a statement that fails, also one that `work`
 * caught (there are no savepoints), ends in an error and never in a commit that kept nothing. Resolves when everything is
 * answered.
 */
export async function transact<T>(client: pg.PoolClient, beginning: Beginning, work: (tx: Tx) => Promise<T>): Promise<Ended<T>> {
  const statements = new Statements(client, beginning);
  const tx = transactionOf(statements);
  open.set(tx, statements);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    const ended = await statements.end('rollback');
    return { outcome: { error: statements.failedBehind ?? error }, isBroken: ended.error !== null, isAnnounced: false };
  }
  const { command, error } = await statements.end('commit');
  const failure = statements.failedBehind ?? error ?? (command === 'COMMIT' ? null : (statements.failedFirst ?? new Error(`The commit was answered with ${command}`)));
  return { outcome: failure === null ? { result } : { error: failure }, isBroken: error !== null, isAnnounced: failure === null && statements.isAnnounced };
}

/** One statement in a transaction of its own, with `begin` and `commit` sent around it at once. */
export async function transactOnce<R>(client: pg.PoolClient, beginning: Beginning, query: Sendable<R>): Promise<Ended<R[]>> {
  const statements = new Statements(client, beginning);
  const [read, { error }] = await Promise.all([
    outcomeOf<R>(statements.executeQuery(compiled(transactionOf(statements), query))),
    statements.end('commit'),
  ]);
  const failure = statements.failedBehind ?? error;
  return { outcome: failure === null ? read : { error: failure }, isBroken: error !== null, isAnnounced: false };
}

async function outcomeOf<R>(asked: Promise<{ rows: R[] }>): Promise<Outcome<R[]>> {
  try {
    return { result: (await asked).rows };
  } catch (error) {
    return { error };
  }
}

function compiled<R>(tx: Tx, query: Sendable<R>): CompiledQuery<R> {
  return 'compile' in query ? query.compile(tx) : query;
}

/** How queries are written out. The driver connects to nothing: each transaction has a connection of its own. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const writing = { config: { dialect }, dialect, driver: dialect.createDriver() };
const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();

function transactionOf(statements: Statements): Tx {
  return new Transaction<Tables>({ ...writing, executor: new DefaultQueryExecutor(compiler, adapter, statements) }) as Tx;
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;
type Answer = pg.QueryResult<never>;

/** The statements of one transaction, sent in the order of the calls and without waiting for one another. */
class Statements implements DatabaseConnection {
  /** The first error of a statement that nobody waited for. */
  failedBehind: Error | null = null;
  /** The first error of any statement. */
  failedFirst: Error | null = null;
  isAnnounced = false;
  private isOver = false;
  private isGathering = false;
  private readonly client: pg.PoolClient;
  private readonly role: string;
  readonly personal: PersonalKeys;

  constructor(client: pg.PoolClient, { begin, role, personal }: Beginning) {
    this.client = client;
    this.role = role;
    this.personal = personal;
    this.sendBehind({ sql: begin, parameters: [] });
  }

  provideConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return use(this);
  }

  async executeQuery(statement: Statement): Promise<QueryResult<never>> {
    try {
      const { rows, rowCount, fields } = await new Promise<Answer>((resolve, reject) => {
        this.send(statement, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
      openRows(this.personal, fields, rows);
      return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      // Its stack leads to the socket; who asked is of more use.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('A pipelined connection has no cursors: read by pages');
  }

  sendBehind(statement: Statement): void {
    this.send(statement, (error) => {
      this.failedBehind ??= error;
    });
  }

  /** Answers come in the order of sending, so all that was sent is answered with this. */
  end(how: 'commit' | 'rollback'): Promise<{ command: string; error: Error | null }> {
    return new Promise((resolve) => {
      this.send({ sql: how, parameters: [] }, (error, answer) => resolve({ command: error ? '' : answer.command, error }));
      this.isOver = true;
    });
  }

  /** What is sent before anything else happens goes out as one piece: each write to a socket costs as much as a statement. */
  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  private send({ sql: text, parameters }: Statement, told: (error: Error | null, answer: Answer) => void): void {
    if (this.isOver) throw new Error('The transaction is over');
    this.gather();
    const name = parameters.length > 0 ? preparedName(this.role, text) : undefined;
    const query = parameters.length === 0 ? { text } : { text, values: [...parameters], ...(name === undefined ? {} : { name }) };
    this.client.query(query, (error: Error | null, answer: Answer) => {
      this.failedFirst ??= error;
      told(error, answer);
    });
  }
}
