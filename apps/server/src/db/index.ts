/** PostgreSQL, the only memory. `withActor` is the one way in. */
export { SYSTEM, storeActor, type Actor, type PersonActor } from './actor.ts';
export { readTogether } from './batch.ts';
export { openDatabase, type Database, type Tx } from './database.ts';
export { examineDatabase } from './examine.ts';
export { FolderInUse, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
export { migrate } from './migrate.ts';
export type { Tables } from './tables.ts';
