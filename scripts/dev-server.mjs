import { spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from './build.mjs';
import { cacheFolder, root, say } from './project.mjs';

/** The bundle of the development server, beside the one of `npm start`, which may run at the same time. */
const outdir = path.join(cacheFolder, 'dev-server');
const sources = path.join(root, 'apps/server/src');
/** A stop ends requests in progress, and a developer does not wait for them. */
const STOP_MS = 500;
/** Editors write several files at once. */
const SETTLE_MS = 30;

/**
 * Bundles the server and runs it as a child, on a database that stays when the server starts again. A bundle that
 * fails leaves the running server in place.
 */
export async function startDevServer({ url, isInspected }) {
  const { context } = await import('esbuild');
  const bundle = await context({
    entryPoints: ['main.ts', 'dev-database.ts'].map((file) => path.join(sources, file)),
    outdir,
    ...bundleOptions(),
  });
  await rebuild();
  const { startDevDatabase } = await import(pathToFileURL(path.join(outdir, 'dev-database.js')).href);
  const database = await startDevDatabase((message) => {
    console.error(message);
    process.exit(1);
  });
  const port = await findFreePort();
  const state = { child: null, ready: null };
  let hasWelcomed = false;
  state.ready = startChild();

  async function rebuild() {
    mkdirSync(outdir, { recursive: true });
    cpSync(path.join(sources, 'db/migrations'), path.join(outdir, 'migrations'), { recursive: true });
    await bundle.rebuild();
  }

  /** Resolves when the server answers requests, which is before the demo is complete, to whether it does. */
  function startChild() {
    const startedAt = performance.now();
    const child = spawn(
      process.execPath,
      [
        '--enable-source-maps',
        ...(isInspected ? ['--inspect=127.0.0.1:9229'] : []),
        path.join(outdir, 'main.js'),
        '--child-of-dev',
      ],
      {
        cwd: root,
        env: { ...process.env, ...database.serverSettings, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    state.child = child;
    return new Promise((resolve) => {
      child.on('message', ({ kind, lines }) => {
        if (kind === 'listening') {
          if (hasWelcomed) say(`The server restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
          resolve(true);
        } else if (!hasWelcomed) {
          hasWelcomed = true;
          console.log([...lines.slice(0, -1), `psql: psql '${database.url}'`, ''].join('\n'));
        }
      });
      child.once('exit', (code) => {
        if (state.child === child && !child.isStopped) {
          say(`The server ended (${code ?? 'killed'}): see above. It starts again after the next change`);
          state.child = null;
        }
        resolve(false);
      });
    });
  }

  async function stopChild() {
    const { child } = state;
    if (child === null) return;
    child.isStopped = true;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(deadline);
    state.child = null;
  }

  let settled = null;
  let isWorking = false;
  async function restart() {
    settled = null;
    if (isWorking) return onChange();
    isWorking = true;
    try {
      await rebuild();
      const stopped = stopChild();
      state.ready = stopped.then(startChild);
      await state.ready;
    } catch {
      // esbuild has printed the error and its place.
      say('The server keeps running as it was before this error');
    } finally {
      isWorking = false;
    }
  }
  function onChange() {
    clearTimeout(settled);
    settled = setTimeout(restart, SETTLE_MS);
  }

  return {
    target: `http://127.0.0.1:${port}`,
    /** Resolves when the server has started again after a change, to whether it is ready. */
    whenReady: () => state.ready,
    onChange,
    async stop() {
      clearTimeout(settled);
      await stopChild();
      await bundle.dispose();
      await database.stop();
    },
  };
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
