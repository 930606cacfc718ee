import { createInterface } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import { ConfigError } from '../config/config-error.ts';

/** The part of `process.stdin` that is used: a terminal or a pipe. */
export interface PasswordInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
}

interface Terminal {
  readonly input?: PasswordInput;
  readonly output?: NodeJS.WritableStream;
}

/**
 * Reads a new password: twice and without showing it on a terminal, one line of a pipe otherwise.
 *
 * @throws ConfigError when the two differ, or when the input ends or is cancelled first.
 */
export async function readNewPassword(
  prompt: string,
  { input = process.stdin, output = process.stderr }: Terminal = {},
): Promise<string> {
  if (!input.isTTY || !input.setRawMode) return readLine(input);
  const typed = hiddenLines(input);
  try {
    output.write(`${prompt}: `);
    const first = await typed.next();
    output.write('\nThe same password again: ');
    const second = await typed.next();
    output.write('\n');
    if (first !== second) throw new ConfigError('The two passwords differ. Nothing was changed');
    return first;
  } finally {
    typed.stop();
  }
}

async function readLine(input: PasswordInput): Promise<string> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  throw new ConfigError('There is no password: set MUNJIGI_PASSWORD, or write it to the standard input');
}

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const BACKSPACE = /[\b\u007f]/;
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Arrow keys and other escape sequences. */
const ESCAPE_SEQUENCE = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z]|.)?/g;

/** Reads lines in raw mode: the terminal echoes nothing, and this function handles the editing keys. */
function hiddenLines(input: PasswordInput): { next(): Promise<string>; stop(): void } {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  let line: string[] = [];
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;

  function readPending(): void {
    while (waiting && pending !== '') {
      const [character = ''] = pending;
      pending = pending.slice(character.length);
      if (character === CTRL_C || character === CTRL_D) return cancel();
      if (ENTER.test(character)) {
        const { resolve } = waiting;
        waiting = null;
        resolve(line.join(''));
        line = [];
      } else if (character === CTRL_U) line = [];
      else if (BACKSPACE.test(character)) line.pop();
      else if (!CONTROL.test(character)) line.push(character);
    }
  }
  function cancel(): void {
    waiting?.reject(new ConfigError('Cancelled. Nothing was changed'));
    waiting = null;
  }
  const onData = (chunk: Buffer | string) => {
    // A terminal in raw mode sends a carriage return for Enter; a pasted line can end with both.
    pending += (typeof chunk === 'string' ? chunk : decoder.write(chunk))
      .replace(ESCAPE_SEQUENCE, '')
      .replace(/\r\n/g, '\r');
    readPending();
  };
  input.setRawMode?.(true);
  input.on('data', onData);
  input.on('end', cancel);
  input.resume();

  return {
    next: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        readPending();
      }),
    stop() {
      input.setRawMode?.(false);
      input.off('data', onData);
      input.off('end', cancel);
      input.pause();
    },
  };
}
