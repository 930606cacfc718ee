import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { BackupTarget } from './backup-store.ts';
import { openFolderTarget } from './folder-target.ts';
import { openS3Target } from './s3-target.ts';

/** Opens the target of the settings. Throws a `ConfigError` if a setting is missing. */
export function openBackupTarget({ backup }: Pick<Config, 'backup'>): BackupTarget {
  const { target } = backup;
  if (target === null)
    throw new ConfigError('BACKUP_TARGET: it is not set. Name a folder (/var/backups/munjigi) or s3://BUCKET/PREFIX');
  if (backup.keys.length === 0)
    throw new ConfigError(
      'BACKUP_KEYS: it is needed with BACKUP_TARGET, because backups are encrypted. Make a key with: munjigi backup-key. Keep a copy of it elsewhere: without it no backup can be opened',
    );
  return target.startsWith('s3://') ? openS3Target(target, backup.s3) : openFolderTarget(target);
}
