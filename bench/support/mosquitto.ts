import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killProcess, until, type Broker } from '../devices/door-rig.ts';

/**
 * The path of Mosquitto as Debian packages it, or `null` if it is not installed. Its folder is often on root's path
 * only.
 */
export function findMosquitto(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, 'mosquitto')).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // Not installed, or not executable for this user.
  }
}

export function mosquittoOn(program: string): (port: number) => Broker {
  return (port) => {
    let child: ChildProcess | null = null;
    let folder: string | null = null;
    return {
      url: `mqtt://127.0.0.1:${port}`,
      async start() {
        folder = mkdtempSync(path.join(tmpdir(), 'munjigi-mosquitto-'));
        const settings = path.join(folder, 'mosquitto.conf');
        // The default configuration, on the loopback and open to local clients. `set_tcp_nodelay`: small messages are
        // sent at once.
        writeFileSync(
          settings,
          `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\n`,
        );
        const next = spawn(program, ['-c', settings], { stdio: ['ignore', 'ignore', 'ignore'] });
        child = next;
        await until(async () => {
          if (next.exitCode !== null) throw new Error(`Mosquitto ended: ${next.exitCode}`);
          return isListening(port);
        });
      },
      async kill() {
        if (child) await killProcess(child);
        if (folder !== null) rmSync(folder, { recursive: true, force: true });
      },
    };
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
