import { cpSync, mkdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build.mjs';
import { DevProcess } from './dev-process.mjs';
import { cacheFolder, findFreePort, root, say } from '../shared/project.mjs';

/** The bundle of the development server, beside the one of `npm start`, which may run at the same time. */
const outdir = path.join(cacheFolder, 'dev-server');
const sources = path.join(root, 'apps/server/src');
/** Editors write several files at once. */
const SETTLE_MS = 30;

/**
 * Bundles the server and runs it as a child, on a database that stays when the server starts again. A bundle that
 * fails leaves the running server in place.
 */
export async function startDevServer({ url, isInspected, isAnswering }) {
  const { context } = await import('esbuild');
  const bundle = await context({
    entryPoints: ['main.ts', 'dev-database.ts'].map((file) => path.join(sources, file)),
    outdir,
    metafile: true,
    ...bundleOptions(),
  });
  const packages = await rebuild(bundle);
  const { startDevDatabase } = await import(pathToFileURL(path.join(outdir, 'dev-database.js')).href);
  const database = await startDevDatabase((message) => {
    console.error(message);
    process.exit(1);
  }).catch(async (error) => {
    await bundle.dispose();
    throw error;
  });
  const port = await findFreePort();
  const server = new DevProcess({
    file: path.join(outdir, 'main.js'),
    packages,
    isInspected,
    isAnswering,
    env: { ...database.serverSettings, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url },
    psql: `psql: psql '${database.url}'`,
  });
  server.start();
  const { onChange, cancel } = restartAfterChanges(bundle, server);
  return {
    target: `http://127.0.0.1:${port}`,
    /** Resolves when the server has started again after a change, to whether it answers. */
    whenReady: () => server.ready,
    onChange,
    async stop() {
      cancel();
      await server.stop();
      await bundle.dispose();
      await database.stop();
    },
  };
}

/** Writes the bundle and the migrations. Resolves to the names of the packages that the server imports. */
async function rebuild(bundle) {
  mkdirSync(outdir, { recursive: true });
  cpSync(path.join(sources, 'db/migrations'), path.join(outdir, 'migrations'), { recursive: true });
  const { metafile } = await bundle.rebuild();
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const external = imports.filter((one) => one.external && !isBuiltin(one.path));
  return [...new Set(external.map((one) => one.path))];
}

function restartAfterChanges(bundle, server) {
  let settling = null;
  let isWorking = false;
  async function restart() {
    // A change during a restart needs another one.
    if (isWorking) return onChange();
    isWorking = true;
    try {
      await rebuild(bundle);
      await server.restart();
    } catch (error) {
      // esbuild has printed its errors with their places.
      if (error.errors === undefined) console.error(error);
      say('The server keeps running as it was before this error');
    } finally {
      isWorking = false;
    }
  }
  function onChange() {
    clearTimeout(settling);
    settling = setTimeout(() => void restart(), SETTLE_MS);
  }
  return { onChange, cancel: () => clearTimeout(settling) };
}
