import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, say } from '../shared/project.mjs';

/** Requests in progress are answered before the stop, but a developer does not wait long for them. */
const ANSWER_MS = 300;
const STOP_MS = 500;

/**
 * The process of the development server. A second one has loaded the packages and waits, so that a restart takes half
 * the time.
 */
export class DevProcess {
  /**
   * A promise of whether the server answers requests, which is before the demo is complete.
   *
   * @type {Promise<boolean>}
   */
  ready = Promise.resolve(false);
  #options;
  #child = null;
  #spare = null;
  #hasWelcomed = false;

  constructor(options) {
    this.#options = options;
  }

  start() {
    const child = this.#spare ?? this.#spawn();
    this.#spare = null;
    this.#child = child;
    child.send({ file: this.#options.file, isInspected: this.#options.isInspected });
    this.ready = this.#watch(child, performance.now());
  }

  /** Resolves when the new process answers, or has ended. */
  async restart() {
    // Further requests wait from here on.
    this.ready = this.#answerRequests()
      .then(() => this.#stopChild())
      .then(() => {
        this.start();
        return this.ready;
      });
    await this.ready;
  }

  async #answerRequests() {
    for (const endsAt = performance.now() + ANSWER_MS; performance.now() < endsAt; await sleep(10))
      if (!this.#options.isAnswering()) return;
  }

  async stop() {
    this.#spare?.kill('SIGKILL');
    await this.#stopChild();
  }

  #spawn() {
    const { packages, env } = this.#options;
    const program = path.join(import.meta.dirname, 'dev-child.mjs');
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', program, JSON.stringify(packages), '--child-of-dev'],
      { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    child.once('exit', () => {
      if (this.#spare === child) this.#spare = null;
    });
    return child;
  }

  #watch(child, startedAt) {
    return new Promise((resolve) => {
      child.on('message', ({ kind, lines }) => {
        if (kind === 'ready') return this.#welcome(lines);
        if (this.#hasWelcomed) say(`The server restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
        resolve(true);
        this.#spare ??= this.#spawn();
      });
      child.once('exit', (code) => {
        if (this.#child === child) {
          say(`The server ended (${code ?? 'killed'}): see above. It starts again after the next change`);
          this.#child = null;
        }
        resolve(false);
      });
    });
  }

  #welcome(lines) {
    if (this.#hasWelcomed) return;
    this.#hasWelcomed = true;
    console.log([...lines.slice(0, -1), this.#options.psql, ''].join('\n'));
  }

  async #stopChild() {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(deadline);
  }
}
