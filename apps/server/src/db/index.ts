/** PostgreSQL, the only storage. All access goes through `withActor`. */
export {
  isStaleRightsError,
  RightsFromMemory,
  SYSTEM,
  storeActor,
  storesActor,
  type Actor,
  type ChannelActor,
  type Companion,
  type GuestActor,
  type PersonActor,
} from './actor.ts';
export { readTogether } from './batch.ts';
export {
  backUp,
  BackupFault,
  checkBackup,
  checkBackupStream,
  countStoredRows,
  explainWriteFault,
  keepFolder,
  readLastBackups,
  recordBackupRun,
  restoreTables,
  sendBackup,
  withBackupLock,
  type BackupHeader,
  type BackupKind,
} from './backup/index.ts';
export { openDatabase, type Database, type Pooler } from './database.ts';
export { isOutdatedStatement } from './prepared.ts';
export { deleteInPages } from './delete-in-pages.ts';
export { connectionFault } from './connection-fault.ts';
export { DatabaseUnavailable, findExhaustion } from './database-unavailable.ts';
export { waitForDatabase } from './wait-for-database.ts';
export { examineDatabase, type DatabaseCheck } from './examine.ts';
export { examinePooler, findHiddenPooler } from './examine-pooler.ts';
export { examineFolder } from './embedded/examine-folder.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded.ts';
export { findRunningPostgres } from './embedded/embedded-running.ts';
export { migrateDatabase } from './migrate.ts';
export { FolderInUse } from './embedded/process-lock.ts';
export { requireCurrentSchema, requireEmptyDatabase, requireMigratableSchema, SchemaFault } from './schema-state.ts';
export {
  afterBeginning,
  NOT_YET_SEALED,
  personalKeys,
  SEALED_OVERHEAD,
  UnknownPersonalKey,
  type PersonalKeys,
  type PersonalMarks,
} from './personal.ts';
export { countRows, readGrowingPage, readNumberedPage, toGrowingTotal, type GrowingTotal } from './numbered-page.ts';
export { orderOf, readInOrder } from './sort.ts';
export { prepareStatement, statement } from './statement.ts';
export type { Tables } from './tables/tables.ts';
export type { NotifiedStay } from './tables/tables-messages.ts';
export { announceCommit, personalOf, pipelineStatement, type Sendable, type Tx } from './transaction.ts';
