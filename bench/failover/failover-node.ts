import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A database server of the cluster: Patroni with its PostgreSQL, as processes that can be killed and frozen. */

export interface NodeSettings {
  readonly name: string;
  readonly address: string;
  readonly postgresPort: number;
  readonly restPort: number;
  /** The file of Patroni. */
  readonly config: string;
  readonly dataDir: string;
  readonly log: string;
  readonly user: { readonly uid: number; readonly gid: number };
}

/** systemd restarts Patroni after a moment. */
const SUPERVISOR_MS = 500;

export class FailoverNode {
  readonly settings: NodeSettings;
  private patroni: ChildProcess | null = null;
  private isWanted = false;

  constructor(settings: NodeSettings) {
    this.settings = settings;
  }

  get name(): string {
    return this.settings.name;
  }

  /** Starts Patroni, and starts it again when it ends by itself. */
  start(): void {
    this.isWanted = true;
    const { config, log, user } = this.settings;
    const file = openSync(log, 'a');
    const child = spawn('/usr/bin/patroni', [config], { ...user, cwd: '/', stdio: ['ignore', file, file] });
    closeSync(file);
    this.patroni = child;
    child.once('exit', () => {
      if (!this.isWanted || this.patroni !== child) return;
      setTimeout(() => this.isWanted && this.patroni === child && this.start(), SUPERVISOR_MS);
    });
  }

  /** Kills the first process of PostgreSQL. */
  killPostmaster(): void {
    const pid = this.postmaster();
    if (pid === null) throw new Error(`${this.name} has no PostgreSQL`);
    process.kill(pid, 'SIGKILL');
  }

  /** Kills every process, as a loss of power does. */
  async powerOff(): Promise<void> {
    this.isWanted = false;
    for (const pid of this.processes()) signal(pid, 'SIGKILL');
    // A session that was being started.
    for (const pid of this.processes()) signal(pid, 'SIGKILL');
    while (this.patroni && this.patroni.exitCode === null && this.patroni.signalCode === null) await sleep(20);
  }

  /** Stops every process, as a hypervisor that pauses the machine does. */
  freeze(): void {
    for (const pid of this.processes()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.processes()) signal(pid, 'SIGCONT');
  }

  /** Whether Patroni says that this node is the primary. */
  isPrimary(): Promise<boolean> {
    return fetch(this.restUrl('/primary'), { method: 'OPTIONS', signal: AbortSignal.timeout(1500) }).then(
      (reply) => reply.ok,
      () => false, // Killed, frozen or starting.
    );
  }

  restUrl(where: string): string {
    return `http://${this.settings.address}:${this.settings.restPort}${where}`;
  }

  /** Patroni first, so that it cannot react to the end of the others. */
  private processes(): number[] {
    const postmaster = this.postmaster();
    const pids = this.patroni?.pid === undefined ? [] : [this.patroni.pid];
    return postmaster === null ? pids : [...pids, postmaster, ...childrenOf(postmaster)];
  }

  /** The process id of PostgreSQL, or `null` if it does not run. */
  postmaster(): number | null {
    try {
      const pid = Number(readFileSync(path.join(this.settings.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.settings.dataDir) ? pid : null;
    } catch {
      return null; // PostgreSQL does not run.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(parent);
  } catch {
    return null; // It has ended.
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
