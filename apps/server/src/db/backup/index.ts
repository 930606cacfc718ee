/**
 * Backup of the whole database to one file, as a consistent snapshot, and restore into an empty database, all or
 * nothing (RN-4).
 */
export { backUp } from './backup.ts';
export { BackupFault, type BackupHeader } from './records.ts';
export { checkBackup, restoreTables } from './restore.ts';
