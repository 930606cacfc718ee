import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await prepare();
// In this very process, so that signals reach the server and its exit code is ours.
await import(pathToFileURL(path.join(root, 'apps/server/dist/main.js')).href);
