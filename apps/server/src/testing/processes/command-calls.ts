/** A valid call of every command of `munjigi`, and what it does to a database in each state. */

/** `absent`: no DATABASE_URL, and no data folder. */
export type DatabaseState = 'absent' | 'empty' | 'older' | 'newer' | 'foreign';

export interface CommandFiles {
  /** The name of a file that does not exist. */
  readonly newFile: string;
  /** A whole backup. */
  readonly backup: string;
}

export const COMMAND_CALLS: Readonly<Record<string, (files: CommandFiles) => readonly string[]>> = {
  serve: () => [],
  migrate: () => [],
  'create-admin': () => ['--email', 'first@test.example', '--name', 'First', '--product', 'playroom'],
  'reset-second-factor': () => ['--email', 'first@test.example'],
  'disable-demo-accounts': () => [],
  backup: ({ newFile }) => [newFile],
  'backup-push': () => [],
  'backup-list': () => [],
  'backup-fetch': ({ newFile }) => [newFile],
  'backup-key': () => [],
  'restore-drill': () => [],
  restore: ({ backup }) => [backup],
  'verify-audit': () => [],
  'rotate-keys': () => [],
  'device-account': () => ['--prefix', 'playroom/gangnam'],
  doctor: () => [],
};

/** Commands that open no database. */
export const WITHOUT_DATABASE: readonly string[] = ['backup-list', 'backup-fetch', 'backup-key'];

/** Settings without which `backup-push` and `restore-drill` do not get as far as the database. */
export const BACKUP_ENVIRONMENT: Readonly<Record<string, string>> = {
  BACKUP_TARGET: '/nowhere',
  BACKUP_KEYS: 'AGE-SECRET-KEY-12LZ99USSU8VAN4V0E2GAA2K8XP9FGXE2X0RVXYMGG0HRR83VXKESGUV2H8',
};

export interface CommandOutcome {
  readonly code: number;
  readonly writes: boolean;
}

const DONE: CommandOutcome = { code: 0, writes: true };
const REFUSED: CommandOutcome = { code: 2, writes: false };

/** What the command has to do (RN-4): only `serve` and `migrate` migrate, and `restore` fills an empty database. */
export function expectedOutcome(command: string, state: DatabaseState): CommandOutcome {
  const isNew = state === 'absent' || state === 'empty';
  if (command === 'serve' || command === 'migrate') return isNew || state === 'older' ? DONE : REFUSED;
  if (command === 'restore') return isNew ? DONE : REFUSED;
  if (command === 'doctor') return isNew ? { code: 0, writes: false } : REFUSED;
  return REFUSED;
}

/** What the output has to name in each state. */
export const STATE_WORDS: Readonly<Record<DatabaseState, RegExp>> = {
  absent: /there is no database|created at the first start/,
  empty: /database is empty|empty: the first start/,
  older: /schema is older than this program: the database has \d{4}-\S+ and the program \d{4}-|has the schema \d{4}-/,
  newer: /schema is newer than this program: the database has 9999-\S+ and the program \d{4}-|has the schema 9999-/,
  foreign: /tables that are not Munjigi’s/,
};
