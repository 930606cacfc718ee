import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../devices/door-rig.ts';

/**
 * A minimal Debian 12 that boots with systemd on this machine, in a separate network that has only the loopback.
 * Needs root. Packages come from the mirrors of this machine.
 */

const SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface Output {
  readonly code: number | null;
  readonly text: string;
}

function run(program: string, args: readonly string[], input = ''): Output {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', input, maxBuffer: 2 ** 26 });
  if (error) throw error;
  return { code: status, text: `${stdout}${stderr}` };
}

function runOrFail(program: string, args: readonly string[]): void {
  const { code, text } = run(program, args);
  if (code !== 0) throw new Error(`${program} failed (${code}): ${text.slice(-2000)}`);
}

/** Installs what makes and boots a Debian system, unless it is there. */
export function installSystemTools(): void {
  if (process.getuid?.() !== 0) throw new Error('Making a Debian system needs root');
  if (existsSync('/usr/bin/mmdebstrap') && existsSync('/usr/bin/systemd-nspawn')) return;
  runOrFail('apt-get', ['-q', 'update']);
  runOrFail('apt-get', ['-q', '-y', '--no-install-recommends', 'install', 'mmdebstrap', 'systemd-container']);
}

export class DebianSystem {
  readonly folder: string;
  private running: ChildProcess | null = null;
  private log = '';

  /** `folder` must not exist. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Only what every Debian has: `apt` and the packages that it needs, and systemd. */
  make(): void {
    const sources = SOURCES.find((file) => existsSync(file));
    if (sources === undefined) throw new Error('This machine names no mirror of Debian');
    runOrFail('mmdebstrap', [
      '--quiet',
      '--variant=apt',
      '--include=systemd,systemd-sysv,dbus',
      'bookworm',
      this.folder,
      sources,
    ]);
  }

  /** Runs a command before the system boots, with the network of this machine. */
  runUnbooted(command: string): Output {
    return run('systemd-nspawn', [...this.options(), '--pipe', 'sh', '-c', command]);
  }

  /** Starts the system, and waits until it has started its services. */
  async boot(): Promise<void> {
    const args = [...this.options(), '--boot', '--private-network', '--console=pipe'];
    const child = spawn('systemd-nspawn', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.log = (this.log + chunk.toString()).slice(-20_000)));
    this.running = child;
    await this.waitUntilStarted();
  }

  /** `systemctl is-system-running`: `running`, or `degraded` when a unit failed. */
  async waitUntilStarted(): Promise<string> {
    return until(async () => {
      if (this.running?.exitCode !== null) throw new Error(`The system ended: ${this.log}`);
      const state = this.findInit() === null ? '' : this.runInside('systemctl is-system-running').text.trim();
      return (state === 'running' || state === 'degraded') && state;
    }, 120_000);
  }

  /** Runs a line in a shell of the running system. */
  runInside(line: string, input = ''): Output {
    const init = this.findInit();
    if (init === null) throw new Error('The system does not run');
    const environment = ['env', '-i', `PATH=${SYSTEM_PATH}`, 'HOME=/root'];
    return run('nsenter', [`--target=${init}`, '--all', ...environment, 'sh', '-c', `cd /root && ${line}`], input);
  }

  /** Runs a Node.js program of this machine in the network of the system. */
  runInNetwork(...args: readonly string[]): Output {
    const init = this.findInit();
    if (init === null) throw new Error('The system does not run');
    return run('nsenter', [`--target=${init}`, '--net', process.execPath, ...args]);
  }

  /** Restarts the machine: its first process stops everything in order. */
  async restart(): Promise<void> {
    const child = this.running;
    this.runInside('systemctl reboot');
    await until(async () => child?.exitCode !== null, 120_000);
    await this.boot();
  }

  /** Ends the system at once, and deletes it. */
  async remove(): Promise<void> {
    const child = this.running;
    if (child !== null && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const init = this.findInit();
      // The first process of the system takes all others with it.
      if (init === null) child.kill('SIGKILL');
      else process.kill(init, 'SIGKILL');
      await Promise.race([ended, sleep(10_000)]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private options(): string[] {
    // This machine may run without systemd.
    return ['--quiet', '--register=no', '--keep-unit', '--timezone=off', `--directory=${this.folder}`];
  }

  /** The process id of its first process, seen from this machine. */
  private findInit(): number | null {
    const parent = this.running?.exitCode === null ? this.running.pid : undefined;
    if (parent === undefined) return null;
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const init = children.find((child) => {
      const program = path.join('/proc', child, 'comm');
      return existsSync(program) && readFileSync(program, 'utf8').trim() === 'systemd';
    });
    return init === undefined ? null : Number(init);
  }
}
