/** A backup at the target, by its name `munjigi-MARK-20261129T193000Z.backup.age`. */
export interface NamedBackup {
  readonly name: string;
  readonly createdAt: Date;
}

const MARK_LENGTH = 8;
const NAME = /^munjigi-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.age$/;

/**
 * The name of a backup with the second in which it was made. The mark of TOKEN_SECRET keeps the backups of two servers
 * with one target apart, because each deletes its own old ones.
 */
export function nameBackup(secretMark: string, createdAt: Date): string {
  const at = createdAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  return `${prefixOfBackups(secretMark)}${at}.backup.age`;
}

/** What the names of a server's backups begin with. */
export function prefixOfBackups(secretMark: string): string {
  return `munjigi-${secretMark.slice(0, MARK_LENGTH)}-`;
}

/** The backups that a server with this secret wrote, newest first. Other files are left out. */
export function selectOwnBackups(names: readonly string[], secretMark: string): NamedBackup[] {
  return names
    .filter((name) => name.startsWith(prefixOfBackups(secretMark)))
    .flatMap((name) => {
      const [, , year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
      const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(createdAt.getTime()) ? [] : [{ name, createdAt }];
    })
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
