import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import path from 'node:path';
import { startDevServer } from './dev/dev-server.mjs';
import { installPackages } from './shared/install.mjs';
import { exitForHelp, refuseUnknownWords, root } from './shared/project.mjs';

exitForHelp(`npm run dev [-- --inspect]

Serves the product for development at PORT (4000 by default): the server starts again after a change of its sources, and
the application of staff and the pages of guests change in the browser. With --inspect a debugger reaches the server at
127.0.0.1:9229. The data is below .data/dev, beside that of npm start; the settings are those of docs/settings.md.`);
refuseUnknownWords(['--inspect']);

await installPackages();
process.env.DATA_DIR ||= path.join(root, '.data/dev');
const port = Number(process.env.PORT || 4000);
const host = process.env.HOST || '127.0.0.1';
const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The documents of guests by the folder that they answer for, as the server has them. */
const GUEST_DOCUMENTS = {
  '/g': 'index.html',
  '/d': 'display.html',
  '/b': 'book.html',
  '/g-pay/identity': 'identity.html',
  '/g-pay': 'pay.html',
};
/** The modules of the guest pages have this base, because the application of staff has the same paths. */
const GUEST_BASE = '/dev-guest/';
const OF_SERVER = /^\/(api|healthz|readyz|metrics)(\/|\?|$)/;

const { createServer, mergeConfig } = await import('vite');
const http = createHttpServer();
/** Requests that the server is answering, without streams of events, which end with the server. */
let answering = 0;
const server = await startDevServer({
  url,
  isInspected: process.argv.includes('--inspect'),
  isAnswering: () => answering > 0,
}).catch((error) => {
  console.error(`The development server cannot start:\n${error.message}`);
  process.exit(1);
});

const shared = {
  appType: 'custom',
  clearScreen: false,
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: { server: http }, proxy: {} },
};
const admin = await createServer(
  mergeConfig(shared, {
    configFile: path.join(root, 'apps/admin/vite.config.ts'),
    appType: 'spa',
    server: { proxy: { [OF_SERVER.source]: { target: server.target } } },
  }),
);
const guest = await createServer(
  mergeConfig(shared, { configFile: path.join(root, 'apps/guest/vite.config.ts'), base: GUEST_BASE }),
);

http.on('request', (request, response) => {
  const { url: address = '/' } = request;
  const folder = Object.keys(GUEST_DOCUMENTS).find((name) => isBelow(address, name));
  // The calendar entry of a stay lies beside its page.
  if (address.split('?')[0].endsWith('/stay.ics')) void passToServer(request, response);
  else if (folder !== undefined) void sendGuestDocument(GUEST_DOCUMENTS[folder], request, response);
  else if (address.startsWith(GUEST_BASE)) guest.middlewares(request, response);
  else if (OF_SERVER.test(address)) void passToServer(request, response);
  else admin.middlewares(request, response);
});

/** A request that arrives during a restart waits for it. */
async function passToServer(request, response) {
  if (await server.whenReady()) {
    if (!String(request.headers.accept).includes('text/event-stream')) {
      answering += 1;
      response.once('close', () => (answering -= 1));
    }
    return admin.middlewares(request, response);
  }
  response.writeHead(502, { 'content-type': 'text/plain' }).end('The server did not start: see the console\n');
}

async function sendGuestDocument(name, request, response) {
  try {
    const html = await readFile(path.join(root, 'apps/guest', name), 'utf8');
    const page = await guest.transformIndexHtml(`${GUEST_BASE}${name}`, html, request.url);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error.stack));
  }
}

function isBelow(address, folder) {
  const [name = ''] = address.split('?');
  return name === folder || name.startsWith(`${folder}/`);
}

// Vite's watcher sees a change at once; that of esbuild asks each file in turn and takes up to two seconds.
const SERVER_SOURCES = ['apps/server/src', 'packages/'].map((folder) => path.join(root, folder));
admin.watcher.add(SERVER_SOURCES);
admin.watcher.on('all', (_event, file) => {
  const isTest = /\.test\.tsx?$/.test(file) || file.includes(`${path.sep}testing${path.sep}`);
  if (!isTest && SERVER_SOURCES.some((folder) => file.startsWith(folder))) server.onChange();
});

http.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `PORT: ${port} is in use. Choose another: PORT=4001 npm run dev` : error);
  void stop(1);
});
http.listen(port, host);

let isStopping = false;
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  http.close();
  http.closeAllConnections();
  await Promise.all([admin.close(), guest.close(), server.stop()]);
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
