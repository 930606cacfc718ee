import pg from 'pg';
import { connectionFault } from './connection-fault.ts';
import type { Pooler } from './database.ts';
import { toErrorMessage } from '../error-message.ts';
import { listKeys } from '../list-keys.ts';

const CONNECT_MS = 5000;
const PAST_IT = 'Set DATABASE_DIRECT_URL to PostgreSQL itself, and leave DATABASE_URL at the pooler';

/**
 * Why the way to PostgreSQL cannot be used without `pooler`; `null`: it can, or it cannot be reached at all, which the
 * next connection reports. A pooler refuses the settings of a session or ignores them.
 */
export async function findHiddenPooler(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c statement_timeout=29999',
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined); // The pending statement reports the error.
  try {
    await client.connect();
    const { rows } = await client.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout");
    return rows[0]?.timeout === '29999ms'
      ? null
      : `DATABASE_URL leads to a pooler, which ignores the settings of a session. ${PAST_IT}`;
  } catch (error) {
    return /unsupported startup parameter/.test(toErrorMessage(error))
      ? `DATABASE_URL leads to a pooler, which refuses the settings of a session. ${PAST_IT}`
      : null;
  } finally {
    await client.end().catch(() => undefined); // The connection never opened.
  }
}

/** The faults of a pooler before the PostgreSQL of `directUrl`, each with its remedy. Changes nothing. */
export async function examinePooler(pooler: Pooler, directUrl: string): Promise<string[]> {
  const clients = [pooler.url, pooler.url, directUrl].map(
    (connectionString) =>
      new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, application_name: 'munjigi doctor' }),
  );
  const [one, other, direct] = clients as [pg.Client, pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => undefined); // The pending statement reports the error.
  try {
    await one.connect();
    await other.connect();
    await direct.connect();
    return [
      ...(await serverFaults(one, direct)),
      ...(await settingFaults(one)),
      ...(pooler.keepsNames ? await nameFaults(one, other) : []),
    ];
  } catch (error) {
    return [connectionFault(error, pooler.url) ?? toErrorMessage(error)];
  } finally {
    for (const client of clients) await client.end().catch(() => undefined); // It never opened, or is closed.
  }
}

async function serverFaults(pooled: pg.Client, direct: pg.Client): Promise<string[]> {
  const question =
    "select concat_ws(' ', oid, datname, pg_postmaster_start_time()) as identity from pg_database where datname = current_database()";
  const [there, here] = await Promise.all(
    [pooled, direct].map(async (client) => (await client.query<{ identity: string }>(question)).rows[0]?.identity),
  );
  return there === here
    ? []
    : ['DATABASE_URL and DATABASE_DIRECT_URL lead to two databases. Name the same database of the same server in both'];
}

/** A transaction must be able to set what otherwise the session sets, and nothing may be left of it after its end. */
async function settingFaults(pooled: pg.Client): Promise<string[]> {
  const settings = {
    timezone: 'Etc/GMT+7',
    statement_timeout: '29998ms',
    idle_in_transaction_session_timeout: '59998ms',
  };
  const names = listKeys(settings);
  const reading = `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
  await pooled.query(`begin; ${names.map((name) => `set local ${name} = '${settings[name]}'`).join('; ')}`);
  const within = (await pooled.query<typeof settings>(reading)).rows[0];
  await pooled.query('commit');
  const after = (await pooled.query<typeof settings>(reading)).rows[0];
  const lost = names.filter((name) => within?.[name] !== settings[name]);
  const kept = names.filter((name) => after?.[name] === settings[name]);
  return [
    ...(lost.length > 0
      ? [`the pooler does not keep ${lost.join(', ')} within a transaction. Set pool_mode = transaction`]
      : []),
    ...(kept.length > 0 ? [`the pooler leaves ${kept.join(', ')} of one transaction to the next one`] : []),
  ];
}

/** Both clients prepare under one name: a pooler that hands the name on refuses the second, or gives it the first text. */
async function nameFaults(one: pg.Client, other: pg.Client): Promise<string[]> {
  const name = `munjigi_${process.pid}_${Date.now().toString(36)}`;
  const fault =
    'the pooler does not keep the names of prepared statements apart. Set DATABASE_PREPARED=0, or max_prepared_statements in PgBouncer 1.21 or later';
  try {
    for (let round = 0; round < 3; round += 1) {
      const first = await one.query<{ n: number }>({ name, text: 'select 1 as n' });
      const second = await other.query<{ n: number }>({ name, text: 'select 2 as n' });
      if (first.rows[0]?.n !== 1 || second.rows[0]?.n !== 2) return [fault];
    }
    return [];
  } catch {
    return [fault];
  }
}
