import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** The checkout, and how its scripts talk and start programs. Nothing here needs an installed package. */

export const root = path.resolve(import.meta.dirname, '..');
export const cacheFolder = path.join(root, '.cache');

/** A line about what is being done, so that a newcomer never waits before a silent console. */
export function say(text) {
  console.log(`» ${text}`);
}

/** `say`, the work, and how long it took. */
export async function step(text, work) {
  say(`${text} …`);
  const startedAt = performance.now();
  const result = await work();
  say(`${text}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Runs a program in the checkout and answers its exit code (128 + signal when it was killed) with what it printed, if `capture`.
 * Its output goes to our console otherwise. `timeoutMs` ends it.
 */
export function run(program, args, { capture = false, env = {}, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // npm is a `.cmd` file on Windows, which only a shell can start.
      shell: process.platform === 'win32' && program === 'npm',
      ...(timeoutMs ? { timeout: timeoutMs, killSignal: 'SIGKILL' } : {}),
    });
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? (signal ? 128 : 1), output: Buffer.concat(printed).toString() }),
    );
  });
}

/** A program of an installed package, by the file of its package: the same on every platform, and no `npx` to wait for. */
export function runTool(file, args, options) {
  return run(process.execPath, [path.join(root, 'node_modules', file), ...args], options);
}

const MEMORY_FOLDER = '/dev/shm';
/** The databases of a test run take up to 2 GB. */
const SCRATCH_BYTES = 6e9;
let scratch;

/**
 * The folder for files that live no longer than this program: in memory where there is room, or else the system's temporary folder. A
 * database is hundreds of small files: to create one takes 30 ms in memory and 300 to 600 ms on a disk.
 */
export function scratchFolder() {
  return (scratch ??= makeFolderInMemory() ?? tmpdir());
}

function makeFolderInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) < SCRATCH_BYTES) return null;
    const folder = mkdtempSync(path.join(MEMORY_FOLDER, 'munjigi-'));
    chmodSync(folder, 0o755); // PostgreSQL may run as another user than we do.
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null; // No such folder, or none that we may write to.
  }
}

/** Every file below the given files and folders, sorted, without the folders that are made. */
export function collectFiles(places, keep = () => true) {
  const found = [];
  const visit = (place) => {
    const stat = statSync(place, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isFile()) {
      if (keep(place)) found.push(place);
      return;
    }
    for (const name of readdirSync(place)) {
      if (name !== 'node_modules' && name !== 'dist') visit(path.join(place, name));
    }
  };
  for (const place of places) visit(path.resolve(root, place));
  return found.sort();
}

/** One hash of the names and contents of files. */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** What was last remembered under a name, or null. */
export function remembered(name) {
  const file = path.join(cacheFolder, name);
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null;
}

export function remember(name, text) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(path.join(cacheFolder, name), text);
}
