import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import path from 'node:path';

/**
 * How to start PostgreSQL's programs: PostgreSQL refuses to run as root, and must end with the process that started it.
 */
export interface Launcher {
  /** The words of the command line before the program and its arguments. */
  readonly prefix: readonly string[];
  /** Gives a file or folder to the user that the programs run as. */
  own(file: string): void;
}

const DIES_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * As an ordinary user on Linux: runs PostgreSQL as that user, with a signal when the parent process ends. As root: runs
 * it as the user `nobody` if that user has access to the program and the data, otherwise in a user namespace in which
 * root's files stay root's but PostgreSQL sees another user.
 */
export function launcherFor(program: string, folder: string): Launcher {
  const isRoot = process.getuid?.() === 0;
  const hasSetpriv = process.platform === 'linux' && succeeds(['setpriv', '--version']);
  if (!isRoot) return { prefix: hasSetpriv ? DIES_WITH_PARENT : [], own: () => undefined };
  if (!hasSetpriv)
    throw new Error(
      'PostgreSQL refuses to run as root, and setpriv (util-linux) is not there: use another user or DATABASE_URL',
    );

  const ids = { uid: idOf('-u'), gid: idOf('-g') };
  if (ids.uid !== null && ids.gid !== null) {
    const { uid, gid } = { uid: ids.uid, gid: ids.gid };
    const prefix = [...DIES_WITH_PARENT, '--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
    if (succeeds([...prefix, program, '--version']) && succeeds([...prefix, 'test', '-x', path.dirname(folder)])) {
      return { prefix, own: (file) => chownSync(file, uid, gid) };
    }
  }
  const prefix = ['unshare', '-U', '--map-user=1000', '--map-group=1000', ...DIES_WITH_PARENT];
  if (succeeds([...prefix, program, '--version'])) return { prefix, own: () => undefined };
  throw new Error(
    `PostgreSQL refuses to run as root, and the user nobody cannot reach ${program} and ${folder}: move the checkout, use another user, or set DATABASE_URL`,
  );
}

function succeeds(words: readonly string[]): boolean {
  const [program = '', ...rest] = words;
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
}

function idOf(flag: string): number | null {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null; // This system does not have the user.
  }
}
