/**
 * Backup of the whole database to one file, as a consistent snapshot, and restore into an empty database, all or
 * nothing (RN-4).
 */
export { backUp, sendBackup } from './backup.ts';
export { explainWriteFault, keepFolder } from './backup-file.ts';
export { countStoredRows, readLastBackups, recordBackupRun, withBackupLock, type BackupKind } from './backup-runs.ts';
export { BackupFault, type BackupHeader } from './records.ts';
export { checkBackup, checkBackupStream, restoreTables } from './restore.ts';
