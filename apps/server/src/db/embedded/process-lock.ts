import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A data folder serves one process at a time. */
export class FolderInUse extends Error {}

/** The process that holds a data folder, or `null`. */
export function holderOf(dataDir: string): number | null {
  const file = lockOf(dataDir);
  const held = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return held && isAlive(held) ? held : null;
}

/**
 * Takes the lock of a data folder. The lock file names the process that holds it; the lock of a dead process is taken
 * over.
 */
export function acquireDataFolderLock(dataDir: string): () => void {
  const held = holderOf(dataDir);
  if (held && held !== process.pid) {
    throw new FolderInUse(
      `Another Munjigi (process ${held}) already uses this folder: ${dataDir}. Stop it, or set DATA_DIR`,
    );
  }
  const file = lockOf(dataDir);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

const lockOf = (dataDir: string) => path.join(dataDir, 'munjigi.pid');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // Another program may have the process id by now. Where /proc shows the command line, only Node.js counts.
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('node');
}
