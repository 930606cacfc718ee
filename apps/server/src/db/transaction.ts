import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { commitErrorOf } from './client.ts';
import { isOfConnection } from './database-unavailable.ts';
import { openRows, type PersonalKeys } from './personal.ts';
import { preparedName } from './prepared.ts';
import { StatementBatch, type BatchedStatement, type OnAnswer, type StatementAnswer } from './statement-batch.ts';
import type { Tables } from './tables/tables.ts';

declare const actorSet: unique symbol;

/**
 * A transaction with an actor for row-level security. Only `withActor` creates one, and there is no other handle to the
 * database: a query outside the transaction cannot be written.
 *
 * Its rows are decrypted when they are read: a column with a name of `SEALED_TEXTS` (personal.ts) and the type `bytea`
 * arrives as text, so select such a column under its own name. Writing encrypts nothing: pass what
 * `personalOf(tx).seal(…)` returns. The column types `SealedText` and `NullableSealedText` state both.
 */
export type Tx = Transaction<Tables> & { readonly [actorSet]: true };

/** A compiled query, one of Kysely or `sql` that can be compiled, or a `statement`. */
export type Sendable<R = unknown> = CompiledQuery<R> | { compile(by: Tx): CompiledQuery<R> };

export interface Beginning {
  /** The statement that sets the role and the actor. */
  readonly settings: Statement;
  /** The role that the transaction switches to. */
  readonly role: string;
  /** Decrypts columns of results. */
  readonly personal: PersonalKeys;
  /** Whether the connection keeps statements prepared by name. */
  readonly arePrepared: boolean;
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

/** `isBroken`: the connection can no longer be used. */
export interface Ended<T> {
  readonly outcome: Outcome<T>;
  readonly isBroken: boolean;
  /** The transaction committed, and `announceCommit` was called in it. */
  readonly isAnnounced: boolean;
}

const open = new WeakMap<Tx, Statements>();

/**
 * Sends a statement whose result is not needed, without waiting for it: `begin`, such statements and `commit` cost no
 * extra round trip. PostgreSQL runs it after all statements sent before it and before all sent after it. When it fails,
 * the transaction fails with its error and rolls back.
 */
export function pipelineStatement(tx: Tx, query: Sendable): void {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  statements.sendPipelined(compiled(tx, query));
}

/** Makes the database call the listeners of `onAnnouncedCommit` if and only if the transaction commits. */
export function announceCommit(tx: Tx): void {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  statements.isAnnounced = true;
}

/** The keys of guests' personal data: for writing and for searching it. */
export function personalOf(tx: Tx): PersonalKeys {
  const statements = open.get(tx);
  if (!statements) throw new Error('This is not a transaction of withActor()');
  return statements.personal;
}

/**
 * Runs `work` between `begin` and `commit`. `begin` is sent without waiting. A failed statement, even one whose error
 * `work` caught (there are no savepoints), fails the transaction, which is never reported as committed. Resolves when
 * all statements are answered.
 */
export async function transact<T>(
  client: pg.PoolClient,
  beginning: Beginning,
  work: (tx: Tx) => Promise<T>,
): Promise<Ended<T>> {
  const statements = new Statements(client, beginning);
  const tx = transactionOf(statements);
  open.set(tx, statements);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    const ended = await statements.end('rollback');
    return {
      outcome: { error: statements.firstPipelinedError ?? error },
      isBroken: ended.error !== null || isOfConnection(statements.firstError),
      isAnnounced: false,
    };
  }
  const { command, error } = await statements.end('commit');
  const failure =
    statements.firstPipelinedError ??
    error ??
    (command === 'COMMIT' ? null : (statements.firstError ?? new Error(`The commit was answered with ${command}`)));
  return {
    outcome: failure === null ? { result } : { error: failure },
    isBroken: error !== null || isOfConnection(statements.firstError),
    isAnnounced: failure === null && statements.isAnnounced,
  };
}

/** One statement as a transaction, sent together with its `begin` and `commit`. */
export async function transactOnce<R>(
  client: pg.PoolClient,
  beginning: Beginning,
  query: Sendable<R>,
): Promise<Ended<R[]>> {
  const statements = new Statements(client, beginning);
  const [read, { error }] = await Promise.all([
    outcomeOf<R>(statements.executeQuery(compiled(transactionOf(statements), query))),
    statements.end('commit'),
  ]);
  const failure = statements.firstPipelinedError ?? error;
  return {
    outcome: failure === null ? read : { error: failure },
    isBroken: error !== null || isOfConnection(statements.firstError),
    isAnnounced: false,
  };
}

async function outcomeOf<R>(pending: Promise<{ rows: R[] }>): Promise<Outcome<R[]>> {
  try {
    return { result: (await pending).rows };
  } catch (error) {
    return { error };
  }
}

function compiled<R>(tx: Tx, query: Sendable<R>): CompiledQuery<R> {
  return 'compile' in query ? query.compile(tx) : query;
}

/** How queries are compiled. The driver connects to nothing: each transaction has a dedicated connection. */
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
  return new Transaction<Tables>({
    ...writing,
    executor: new DefaultQueryExecutor(compiler, adapter, statements),
  }) as Tx;
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;
type Answer = pg.QueryResult<never>;

const BEGIN = 'begin';
/**
 * A time-out that ends a commit while it waits for the synchronous standby would make PostgreSQL answer with success,
 * although a failover can lose the transaction. So a commit has none (decision 123).
 */
const COMMIT_SETTINGS = {
  text: "select set_config('statement_timeout', $1, true)",
  values: ['0'],
  name: 'commit_settings',
} as const;

/** The statements of one transaction, sent in the order of the calls without waiting for earlier results. */
class Statements implements DatabaseConnection {
  /** The first error of a statement that was not awaited. */
  firstPipelinedError: Error | null = null;
  /** The first error of any statement. */
  firstError: Error | null = null;
  isAnnounced = false;
  private isOver = false;
  private isGathering = false;
  /** The statements of this turn that are not sent yet. */
  private batch: StatementBatch | null = null;
  private readonly client: pg.PoolClient;
  private readonly role: string;
  private readonly arePrepared: boolean;
  readonly personal: PersonalKeys;

  constructor(client: pg.PoolClient, { settings, role, personal, arePrepared }: Beginning) {
    this.client = client;
    this.role = role;
    this.personal = personal;
    this.arePrepared = arePrepared;
    this.addToBatch({ text: BEGIN, values: [], name: arePrepared ? BEGIN : undefined }, this.onPipelined);
    const { sql: text, parameters } = settings;
    this.addToBatch({ text, values: parameters, name: this.nameOf(BEGIN, text) }, this.onPipelined);
  }

  private nameOf(role: string, text: string): string | undefined {
    return this.arePrepared ? preparedName(role, text) : undefined;
  }

  provideConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return use(this);
  }

  async executeQuery(statement: Statement): Promise<QueryResult<never>> {
    try {
      const { rows, rowCount, fields } = await new Promise<StatementAnswer>((resolve, reject) => {
        this.send(statement, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
      openRows(this.personal, fields, rows);
      const result = { rows: rows as never[] };
      return rowCount === null ? result : { ...result, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      // The driver's stack ends at the socket; the caller's stack is more useful.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('A pipelined connection has no cursors: read by pages');
  }

  sendPipelined(statement: Statement): void {
    this.send(statement, this.onPipelined);
  }

  private readonly onPipelined: OnAnswer = (error) => {
    this.firstPipelinedError ??= error;
  };

  /**
   * Results arrive in the order of sending, so this one comes after all others. It is not part of a batch, whose rest
   * PostgreSQL skips after an error: it ends a failed transaction too.
   */
  end(how: 'commit' | 'rollback'): Promise<{ command: string; error: Error | null }> {
    // In a failed transaction it fails as well, and the commit is answered with ROLLBACK.
    if (how === 'commit')
      this.addToBatch(
        { ...COMMIT_SETTINGS, name: this.arePrepared ? COMMIT_SETTINGS.name : undefined },
        () => undefined,
      );
    return new Promise((resolve) => {
      this.sendAlone(how, (failure, answer) => {
        const error = failure ?? commitErrorOf(this.client);
        resolve({ command: error ? '' : answer.command, error });
      });
      this.isOver = true;
    });
  }

  private send({ sql: text, parameters }: Statement, onAnswer: OnAnswer): void {
    // The text may contain several statements.
    if (parameters.length === 0) return this.sendAlone(text, onAnswer);
    this.addToBatch({ text, values: parameters, name: this.nameOf(this.role, text) }, onAnswer);
  }

  private addToBatch(statement: BatchedStatement, onAnswer: OnAnswer): void {
    this.gather();
    this.batch ??= new StatementBatch();
    this.batch.add(statement, (error, answer) => {
      this.firstError ??= error;
      onAnswer(error, answer);
    });
  }

  private sendAlone(text: string, onAnswer: (error: Error | null, answer: Answer) => void): void {
    this.gather();
    this.sendBatch();
    this.client.query(text, (error: Error | null, answer: Answer) => {
      this.firstError ??= error;
      onAnswer(error, answer);
    });
  }

  /**
   * Statements of one turn of the event loop go out in one write, because each write costs as much as a statement: as
   * one batch, and the socket is corked for what follows it.
   */
  private gather(): void {
    if (this.isOver) throw new Error('The transaction is over');
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      this.sendBatch();
      stream.uncork();
    });
  }

  private sendBatch(): void {
    const { batch } = this;
    this.batch = null;
    if (batch) this.client.query(batch);
  }
}
