import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { TOKEN_SECRET } from '../devices/door-rig.ts';

/** A built release. */
export interface Program {
  readonly name: string;
  readonly folder: string;
}

export interface CommandEnd {
  readonly what: string;
  readonly code: number | null;
  readonly output: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a command of a release to its end. */
export function runCommand(program: Program, words: readonly string[], env: Environment): Promise<CommandEnd> {
  return startCommand(program, words, env).ended;
}

export function startCommand(
  { name, folder }: Program,
  words: readonly string[],
  env: Environment,
): { readonly child: ChildProcess; readonly ended: Promise<CommandEnd> } {
  const child = spawn(process.execPath, [path.join(folder, 'apps/server/dist/cli.js'), ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...(process.env['TMPDIR'] ? { TMPDIR: process.env['TMPDIR'] } : {}),
      TOKEN_SECRET,
      EMBEDDED_BROKER: '1',
      DEMO: '0',
      MQTT_PORT: '0',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<CommandEnd>((resolve) =>
    child.once('close', (code) => resolve({ what: `${name}: munjigi ${words.join(' ')}`, code, output })),
  );
  return { child, ended };
}

/** Starts a server that has to end by itself, because it refuses the database. */
export function startRefused(program: Program, env: Environment): Promise<CommandEnd> {
  return runCommand(program, ['serve'], env);
}
