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
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The root of the checkout, and functions for output and for starting programs. This file needs no installed package.
 */

export const root = path.resolve(import.meta.dirname, '../..');
export const cacheFolder = path.join(root, '.cache');

/** Prints a line about the current work, so that a newcomer never waits before a silent console. */
export function say(text) {
  console.log(`» ${text}`);
}

/**
 * Prints the usage and ends the program if the words request help. Call it first: help needs no package and no build,
 * and nothing is installed, built or started for it.
 */
export function exitForHelp(usage, words = process.argv.slice(2)) {
  if (!requestsHelp(words)) return;
  console.log(`Usage: ${usage}`);
  process.exit(0);
}

export function requestsHelp(words) {
  return words.includes('--help') || words.includes('-h');
}

/** Ends the program with 2, before any work, if a word is not one of the known ones. */
export function refuseUnknownWords(existing, words = process.argv.slice(2)) {
  const unknown = words.filter((word) => !existing.includes(word));
  if (unknown.length === 0) return;
  console.error(
    `There is no «${unknown.join('», «')}»: use ${existing.length > 0 ? existing.join(', ') : 'no arguments'}`,
  );
  process.exit(2);
}

/** Prints the text, does the work, and prints how long it took. */
export async function step(text, work) {
  say(`${text} …`);
  const startedAt = performance.now();
  const result = await work();
  say(`${text}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Runs a program in the checkout. Returns its exit code (128 + signal when it was killed) with its output, if
 * `capture`; otherwise the output goes to the console. `timeoutMs` ends the program.
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

/** Runs a program of an installed package by its file: this works on every platform and needs no `npx`. */
export function runTool(file, args, options) {
  return run(process.execPath, [path.join(root, 'node_modules', file), ...args], options);
}

const MEMORY_FOLDER = '/dev/shm';
/** The databases of a test run take up to 2 GB; this is the free memory that is required. */
const SCRATCH_BYTES = 6e9;
let scratch;

/**
 * Returns the folder for temporary files of this program: in memory if there is room, otherwise the system's temporary
 * folder. A database is hundreds of small files: creating one takes 30 ms in memory and 300 to 600 ms on a disk.
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
    chmodSync(folder, 0o755); // PostgreSQL may run as another user than this process.
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null; // The folder does not exist or is not writable.
  }
}

/** Every file below the given files and folders, sorted, without generated folders. */
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

/** Returns the text that was last stored under a name, or null. */
export function remembered(name) {
  const file = path.join(cacheFolder, name);
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null;
}

export function remember(name, text) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(path.join(cacheFolder, name), text);
}

/** A port of the loopback that no program listens on now. */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
