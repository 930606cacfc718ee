import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './shared/prepare.mjs';
import { exitForHelp, root } from './shared/project.mjs';

exitForHelp(`npm start

Installs the packages and builds the product where something is missing or has changed, and starts the server: it
creates the database and brings its schema to this version. Settings come from the environment: see docs/settings.md.`);

await prepare();
// The server runs in this process, so that it receives signals and its exit code is the script's.
await import(pathToFileURL(path.join(root, 'apps/server/dist/main.js')).href);
