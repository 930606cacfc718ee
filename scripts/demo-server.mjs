import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './shared/project.mjs';

/**
 * Runs the built server on a temporary folder, for browser tests and measurements, which set PORT and other variables.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-'));
// PostgreSQL may run as another user than this process and needs access.
chmodSync(folder, 0o755);
process.env.DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await import(pathToFileURL(path.join(root, 'apps/server/dist/main.js')).href);
