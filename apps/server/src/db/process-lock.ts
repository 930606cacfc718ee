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

/** One process a folder. The file names the process that holds it; a dead one's is taken over. */
export function takeLock(dataDir: string): () => void {
  const held = holderOf(dataDir);
  if (held && held !== process.pid) {
    throw new FolderInUse(`Another Munjigi (process ${held}) already uses this folder: ${dataDir}. Stop it, or set DATA_DIR`);
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
  // The number may belong to something else by now; where it can be told, only Node counts.
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('node');
}
