import { spawn } from 'node:child_process';
import path from 'node:path';
import { listFilesWithParts, listSweepFiles } from '../../tools/sweep-files.ts';

/**
 * Runs every case of the sweeps (decision 086): the module test files that are marked as a sweep or draw a part of
 * their cases, then the browser tests.
 */
const root = path.resolve(import.meta.dirname, '../..');
const env = { ...process.env, WHOLE_SWEEPS: '1' };

const filesOf = (project: 'server' | 'admin') => listSweepFiles(project).map(({ file }) => file);
const serverFiles = [...new Set([...filesOf('server'), ...listFilesWithParts()])];
const codes = [
  await runTool('vitest/vitest.mjs', ['run', '--project', 'server', ...serverFiles]),
  await runTool('vitest/vitest.mjs', ['run', '--project', 'admin', ...filesOf('admin')]),
  await runTool('@playwright/test/cli.js', ['test', '--grep', '@sweep', '--grep-invert', '@proof']),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function runTool(file: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', file), ...args], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    child.once('error', reject).once('close', resolve);
  });
}
