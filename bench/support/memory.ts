import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Memory of processes in MB as Linux counts it; `null` on other systems. */

export function residentMb(pid: number): number | null {
  return read(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m);
}

/** Memory of all PostgreSQL processes together; shared memory is counted once. */
export function postgresMb(dataDir: string): number | null {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file) || !existsSync('/proc/self/smaps_rollup')) return null;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && read(`/proc/${name}/status`, /^PPid:\s+(\d+)/m, 1) === postmaster,
  );
  return [postmaster, ...children.map(Number)].reduce(
    (sum, pid) => sum + (read(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m) ?? 0),
    0,
  );
}

function read(file: string, figure: RegExp, unit = 1024): number | null {
  try {
    const found = figure.exec(readFileSync(file, 'utf8'))?.[1];
    return found === undefined ? null : Number(found) / unit;
  } catch {
    return null; // The process has ended, or this system is not Linux.
  }
}
