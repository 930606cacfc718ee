import pg from 'pg';
import { startPostgres } from '../../scripts/shared/debian-postgres.mjs';

/** PostgreSQL 15 as Debian packages it, in a folder that ends with the proof, which can be stopped and started again. */
export interface DebianPostgres {
  /** As the owner of the schema. */
  readonly url: string;
  /** As the superuser, in the same database. */
  readonly superuserUrl: string;
  /** Stops it without a shutdown of its sessions, as a loss of power does. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `folder`: one that the user `postgres` can enter. Rejects if the programs are not installed. */
export async function startDebianPostgres(folder: string): Promise<DebianPostgres> {
  const cluster = await startPostgres(folder);
  const superuser = `postgres://postgres@127.0.0.1:${cluster.port}`;
  const admin = new pg.Client({ connectionString: `${superuser}/postgres` });
  await admin.connect();
  await admin.query('create role munjigi login createrole');
  await admin.query('create database munjigi owner munjigi');
  await admin.end();
  const { start, crash, stop } = cluster;
  return {
    url: `postgres://munjigi@127.0.0.1:${cluster.port}/munjigi`,
    superuserUrl: `${superuser}/munjigi`,
    start,
    crash,
    stop,
  };
}
