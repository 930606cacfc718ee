/** All that is kept, in one file, as it was at one moment; and back into an empty database, all of it or nothing (RN-4). */
export { backUp } from './backup.ts';
export { BackupFault, type BackupHeader } from './records.ts';
export { checkBackup, restore } from './restore.ts';
