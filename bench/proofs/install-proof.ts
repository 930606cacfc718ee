import { copyFileSync, existsSync, mkdtempSync, readFileSync, appendFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DebianSystem, installSystemTools } from './debian-system.ts';
import { until } from '../devices/door-rig.ts';

/**
 * Runs the lines of docs/install.md in a minimal Debian 12 that boots with systemd: each has to succeed, in at most six
 * lines and five minutes, and afterwards a person signs in over TLS. Then it ends each process, runs the installation
 * again, restarts the whole system and signs in each time. The packages are loaded into the system beforehand, because its
 * network has only the loopback; the figure is without that time.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/install.md');
const HOST = 'office.example.com';
const EMAIL = 'you@example.com';
const PASSWORD = 'three-quiet-doors-at-dawn';
const MOST_LINES = 6;
const MOST_SECONDS = 300;
const PROCESSES = ['munjigi@4001', 'munjigi@4002'];

/** The lines of the first block of shell commands of the page. */
function readLines(): string[] {
  const block = /^```sh\n([\s\S]*?)^```/m.exec(readFileSync(PAGE, 'utf8'))?.[1];
  if (block === undefined) throw new Error('docs/install.md has no block of shell commands');
  return block.trim().split('\n');
}

let failures = 0;
function check(what: string, isKept: boolean, detail = ''): void {
  if (!isKept) failures += 1;
  console.log(`${isKept ? '✓' : '✗'} ${what}${detail && ` (${detail})`}`);
}

/** Loads the packages that the lines install. */
function loadPackages(system: DebianSystem, lines: readonly string[]): void {
  for (const line of lines.filter((text) => text.startsWith('apt-get '))) {
    const { code, text } = system.runUnbooted(line.replace(' install ', ' install --download-only '));
    if (code !== 0) throw new Error(`${line} failed: ${text.slice(-2000)}`);
  }
}

/** Makes the release, and returns its archive. */
function makeArchive(): string {
  const { status } = spawnSync(process.execPath, ['scripts/release.mjs'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The release failed (${status})`);
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const archive = path.join(ROOT, `.release/munjigi-${version}-linux-${process.arch}.tar.gz`);
  if (!existsSync(archive)) throw new Error('The proof needs Linux');
  return archive;
}

function runLines(system: DebianSystem, lines: readonly string[]): number {
  const startedAt = performance.now();
  for (const line of lines) {
    const lineAt = performance.now();
    const { code, text } = system.runInside(line, line.includes('create-admin') ? `${PASSWORD}\n` : '');
    check(line, code === 0, `${((performance.now() - lineAt) / 1000).toFixed(1)} s`);
    if (code !== 0) throw new Error(text.slice(-4000));
  }
  return (performance.now() - startedAt) / 1000;
}

/** Signs in, and checks that both processes serve. */
function checkSignIn(system: DebianSystem, when: string): void {
  const ca = path.join(system.folder, 'etc/munjigi/ca.pem');
  const probe = path.resolve(import.meta.dirname, 'install-probe.mjs');
  const { code, text } = system.runInNetwork(probe, ca, HOST, EMAIL, PASSWORD);
  const seen = code === 0 ? (JSON.parse(text) as Record<string, unknown>) : {};
  const isServed = ['page', 'signIn', 'me', 'events'].every((name) => seen[name] === 200);
  check(
    `${when}: sign-in over TLS, a request and the event stream`,
    isServed && seen['strictTransport'] !== null,
    text,
  );
  for (const name of PROCESSES)
    check(`${when}: ${name}`, system.runInside(`systemctl is-active ${name}`).text.trim() === 'active');
}

const isReady = (system: DebianSystem, port: number) =>
  system.runInNetwork(
    '--input-type=module',
    '--eval',
    `const reply = await fetch('http://127.0.0.1:${port}/readyz'); process.exit(reply.ok ? 0 : 1);`,
  ).code === 0;

async function untilReady(system: DebianSystem): Promise<void> {
  await until(async () => isReady(system, 4001) && isReady(system, 4002), 120_000);
}

/** Ends each program the hard way: systemd starts it again, and the others live on. */
async function killEach(system: DebianSystem): Promise<void> {
  for (const unit of [...PROCESSES, 'mosquitto', 'postgresql@15-main', 'nginx']) {
    system.runInside(`systemctl kill --signal=KILL ${unit}`);
    await until(async () => system.runInside(`systemctl is-active ${unit}`).text.trim() === 'active', 60_000);
    await untilReady(system);
    checkSignIn(system, `after kill -9 of ${unit}`);
  }
}

function checkSecrets(system: DebianSystem, before: string): void {
  check('a second installation keeps the secrets', hashOfSecrets(system) === before);
  const { text } = system.runInside('find /etc/munjigi -type f -perm /o+r | sort');
  check('secrets cannot be read by others', !/key|secret|password|url|token/.test(text), text.trim());
}

/** Sets a target, installs once more, makes a backup as the timer does, and restores it. */
function checkBackups(system: DebianSystem, command: string): void {
  system.runInside("echo 'BACKUP_TARGET=/var/backups/munjigi' >> /etc/munjigi/munjigi.env");
  for (const line of [
    command,
    'systemctl is-active munjigi-backup.timer',
    'systemctl start munjigi-backup',
    'munjigi backup-list | grep munjigi-',
    'munjigi restore-drill',
  ]) {
    const { code, text } = system.runInside(line);
    check(line, code === 0, code === 0 ? '' : text.slice(-2000));
  }
}

const hashOfSecrets = (system: DebianSystem) =>
  system.runInside('find /etc/munjigi -type f | sort | xargs sha256sum | sha256sum').text;

async function prove(system: DebianSystem, archive: string): Promise<void> {
  const lines = readLines();
  check(`${lines.length} lines, at most ${MOST_LINES}`, lines.length <= MOST_LINES);
  console.log('» Making a minimal Debian');
  system.make();
  appendFileSync(path.join(system.folder, 'etc/hosts'), `127.0.0.1 localhost\n127.0.0.1 ${HOST}\n`);
  copyFileSync(archive, path.join(system.folder, 'root', path.basename(archive)));
  loadPackages(system, lines);
  await system.boot();
  const seconds = runLines(system, lines);
  check(`${seconds.toFixed(0)} s, at most ${MOST_SECONDS}`, seconds <= MOST_SECONDS);
  checkSignIn(system, 'installed');
  const secrets = hashOfSecrets(system);
  const command = lines.find((line) => line.includes('install.sh')) ?? '';
  check('the installation runs again', system.runInside(command).code === 0);
  checkSecrets(system, secrets);
  checkSignIn(system, 'installed again');
  checkBackups(system, command);
  await killEach(system);
  await system.restart();
  await untilReady(system);
  checkSignIn(system, 'after a restart of the machine');
}

const archive = makeArchive();
installSystemTools();
const scratch = mkdtempSync(path.join(tmpdir(), 'munjigi-install-'));
const system = new DebianSystem(path.join(scratch, 'root'));
try {
  await prove(system, archive);
} finally {
  await system.remove();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(failures === 0 ? 'The page leads to a server that serves' : `${failures} not kept`);
process.exitCode = failures === 0 ? 0 : 1;
