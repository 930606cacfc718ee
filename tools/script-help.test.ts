import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import commandHelp from '../apps/server/src/commands/command-help.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
/** The npm scripts that are programs of `scripts`; the others run a tool of a package. */
const programs = Object.entries(manifest.scripts)
  .map(([name, text]) => ({ name, words: text.split(' ') }))
  .filter(({ words }) => words[0] === 'node');

/** A copy of the tracked files that the scripts need to print their help: a fresh clone without packages or builds. */
describe('npm scripts in a fresh clone', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(path.join(tmpdir(), 'munjigi-clone-'));
    const tracked = execFileSync(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'scripts', '*.json'],
      { cwd: root },
    );
    for (const file of tracked.toString().split('\0').filter(Boolean))
      cpSync(path.join(root, file), path.join(clone, file));
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  function listFiles(folder = clone): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return [`${file} ${lstatSync(file).mtimeMs}`, ...(entry.isDirectory() ? listFiles(file) : [])];
    });
  }
  /** Runs an npm script with further words; an installation or a build would fail without npm and a network. */
  function runScript(words: readonly string[], more: readonly string[]) {
    const [, ...args] = words;
    const before = listFiles();
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...more], {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: '/nowhere', DATA_DIR: path.join(clone, 'data') },
    });
    return { code: status, stdout, stderr, isUnchanged: before.join('\n') === listFiles().join('\n') };
  }

  it.each(programs)('prints the help of npm run $name, and writes nothing', ({ name, words }) => {
    const { code, stdout, stderr, isUnchanged } = runScript(words, [name === 'bench' ? '-h' : '--help']);
    expect([code, stderr, isUnchanged]).toEqual([0, '', true]);
    expect(stdout).toMatch(/^Usage: /);
  });

  const cli = ['node', 'scripts/cli.mjs'];
  it('prints the help of one command without a build', () => {
    const { code, stdout, isUnchanged } = runScript(cli, ['create-admin', '--email', '-h']);
    const lines = commandHelp.commands['create-admin'];
    expect([code, stdout, isUnchanged]).toEqual([0, `Usage: munjigi ${lines.join('\n')}\n`, true]);
  });

  it.each(['serve', 'backup'])('refuses munjigi %s without packages, and installs none', (command) => {
    const { code, stderr, isUnchanged } = runScript(cli, [command]);
    expect([code, isUnchanged]).toEqual([2, true]);
    expect(stderr).toMatch(/^The packages are not installed.*npm start.*\n$/);
  });

  it('refuses a command without a build, and builds nothing', () => {
    const installed = path.join(clone, 'node_modules');
    mkdirSync(installed);
    try {
      writeFileSync(path.join(installed, '.package-lock.json'), '{}');
      const { code, stderr, isUnchanged } = runScript(cli, ['verify-audit']);
      expect([code, isUnchanged]).toEqual([2, true]);
      expect(stderr).toMatch(/^The server is not built.*npm run build.*\n$/);
    } finally {
      rmSync(installed, { recursive: true });
    }
  });

  it('runs an existing build of other sources, with a warning', () => {
    const installed = path.join(clone, 'node_modules');
    const built = path.join(clone, 'apps/server/dist');
    mkdirSync(installed);
    mkdirSync(built);
    try {
      cpSync(path.join(clone, 'package-lock.json'), path.join(installed, '.package-lock.json'));
      writeFileSync(path.join(built, 'main.js'), '');
      writeFileSync(path.join(built, 'cli.js'), 'console.log(process.argv.slice(2).join());');
      const { code, stdout, stderr, isUnchanged } = runScript(cli, ['verify-audit', '--product', 'playroom']);
      expect([code, stdout, isUnchanged]).toEqual([0, 'verify-audit,--product,playroom\n', true]);
      expect(stderr).toMatch(/^The sources changed after the last build.*npm run build.*\n$/);
    } finally {
      rmSync(installed, { recursive: true });
      rmSync(built, { recursive: true });
    }
  });

  it.each([
    ['an unknown command', ['restart'], /^There is no command restart\.\n\nUsage: munjigi COMMAND/],
    ['no command', [], /^Usage: munjigi COMMAND/],
  ])('refuses %s with the usage and exit code 2', (_what, words, text) => {
    const { code, stderr, isUnchanged } = runScript(cli, words);
    expect([code, isUnchanged]).toEqual([2, true]);
    expect(stderr).toMatch(text);
  });

  it.each(['proof', 'bench'])('npm run %s refuses an unknown name with the list, and installs nothing', (script) => {
    const { code, stdout, stderr, isUnchanged } = runScript(['node', `scripts/${script}.mjs`], ['unknown']);
    expect([code, isUnchanged]).toEqual([2, true]);
    expect(stderr).toContain('There is no «unknown»');
    expect(stdout).toMatch(/^Usage: npm run \w+/);
  });

  it('npm test and npm run build refuse an unknown word with exit code 2', () => {
    for (const script of ['test', 'build']) {
      const { code, stderr, isUnchanged } = runScript(['node', `scripts/${script}.mjs`], ['unknown']);
      expect([code, isUnchanged]).toEqual([2, true]);
      expect(stderr).toContain('There is no «unknown»');
    }
  });
});
