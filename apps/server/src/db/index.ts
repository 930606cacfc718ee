/** PostgreSQL, the only memory. `withActor` is the one way in. */
export { SYSTEM, settingsOf, storeActor, type Actor, type PersonActor, type StoreActor, type SystemActor } from './actor.ts';
export { readTogether } from './batch.ts';
export { openDatabase, type Database, type Tx } from './database.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
export { migrate } from './migrate.ts';
export type { Instant, Tables } from './tables.ts';
