import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const NAME = 'push-worker.js';
const SOURCE = 'worker/push-worker.ts';

/**
 * Serves and builds the push worker. Its name never changes, because browsers look for a new version under it. It is
 * one plain script, because not every browser lets it import others.
 */
export function pushWorker(): Plugin {
  let root = '';
  const script = async () => {
    const file = path.join(root, SOURCE);
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
    if (/^\s*(?:im|ex)port\b/m.test(code)) throw new Error(`${SOURCE} must stand alone`);
    return code;
  };
  return {
    name: 'munjigi:push-worker',
    configResolved: (config) => {
      root = config.root;
    },
    configureServer: (server) => {
      server.middlewares.use(`/${NAME}`, (_request, response, next) => {
        script().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await script() });
    },
  };
}
