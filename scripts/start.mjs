import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await prepare();
// The server runs in this process, so that it receives signals and its exit code is the script's.
await import(pathToFileURL(path.join(root, 'apps/server/dist/main.js')).href);
