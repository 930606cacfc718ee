import { Kysely, PostgresDialect, sql, type CompiledQuery, type RawBuilder } from 'kysely';
import pg from 'pg';
import { settingsOf, type Actor } from './actor.ts';
import { prepareByText } from './prepared.ts';
import type { Tables } from './tables.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

declare const actorSet: unique symbol;

/**
 * A transaction in which row-level security knows who is acting. Only `withActor` makes one, and there is no other
 * handle to the database: a query beside the transaction cannot be written.
 */
export type Tx = Kysely<Tables> & { readonly [actorSet]: true };

export interface Database {
  /**
   * Runs `work` in one transaction as the actor. Commits when it returns, rolls back when it throws. Never wait in it
   * for a device, a provider or a person.
   */
  withActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One SELECT as the actor, sent with its settings in a single message: for what is asked all the time, where each further
   * round trip waits for the event loop's other work. Parameters are strings, numbers, booleans or null.
   */
  readAtOnce<T extends object>(actor: Actor, query: RawBuilder<T>): Promise<T[]>;
  /** A connection of its own that calls back at each NOTIFY of the channel, and after each reconnection. */
  listen(channel: string, onNotify: () => void, onError: (error: Error) => void): Promise<{ close(): Promise<void> }>;
  /** Answers when the server does; throws otherwise. */
  ping(): Promise<void>;
  /** Connections: all, idle, and requests waiting for one. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export function openDatabase(url: string, options: { poolSize: number; onError: (error: Error) => void }): Database {
  const connection = {
    connectionString: url,
    // The default of the connection, so that a statement outside withActor() is munjigi_app with no actor: it sees nothing.
    options: '-c role=munjigi_app -c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
    application_name: 'munjigi',
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...connection, max: options.poolSize, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 });
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    // The pool listens for the idle ones only; one that breaks at work must not take the process with it.
    client.on('error', options.onError);
    prepareByText(client);
  });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  return {
    withActor: (actor, work) =>
      kysely.connection().execute(async (connected) => {
        let result;
        try {
          await connected.executeQuery(begin(actor));
          result = await work(connected as unknown as Tx);
        } catch (error) {
          // A connection that is gone cannot roll back; the server has done it. What counts is the first error.
          await sql`rollback`.execute(connected).catch(options.onError);
          throw error;
        }
        await sql`commit`.execute(connected);
        return result;
      }),

    async readAtOnce<T extends object>(actor: Actor, query: RawBuilder<T>) {
      const { sql: text, parameters } = query.compile(kysely);
      const written = text.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));
      // Several statements in one message are one transaction, so the settings hold for the second and end with it.
      const [, found] = (await pool.query(`${settingsOfActor(actor)}; ${written}`)) as unknown as [unknown, { rows: T[] }];
      return found.rows;
    },

    listen: (channel, onNotify, onError) => keepListening({ connection, channel, onNotify, onError }),

    async ping() {
      await pool.query('select 1');
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  };
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`A parameter of readAtOnce cannot be a ${typeof value}`);
}

/** `begin` and the actor's settings in one round trip; a simple query, hence the literals. */
function begin(actor: Actor): CompiledQuery {
  const statement = `begin; ${settingsOfActor(actor)}`;
  return { sql: statement, parameters: [], query: sql.raw(statement).toOperationNode(), queryId: { queryId: 'begin' } };
}

function settingsOfActor(actor: Actor): string {
  const { role, product, stores, user } = settingsOf(actor);
  const local = (name: string, value: string) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`;
  return (
    `select ${local('role', role)}, ${local('app.product_id', product)}, ` +
    `${local('app.store_ids', stores)}, ${local('app.user_id', user)}`
  );
}

interface Listening {
  connection: pg.ClientConfig;
  channel: string;
  onNotify: () => void;
  onError: (error: Error) => void;
}

async function keepListening({ connection, channel, onNotify, onError }: Listening): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(connection);
    next.on('error', onError);
    next.on('notification', onNotify);
    next.on('end', () => {
      if (!isClosed) retry = setTimeout(reconnect, 500);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    onNotify(); // what was said while nobody listened
  }
  function reconnect(): void {
    connect().catch((error: Error) => {
      onError(error);
      if (!isClosed) retry = setTimeout(reconnect, 1000);
    });
  }

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
