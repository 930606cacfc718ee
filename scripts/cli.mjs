import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';

await prepare();
const file = path.join(root, 'apps/server/dist/cli.js');
// The command line takes its arguments after the path of the program.
process.argv[1] = file;
await import(pathToFileURL(file).href);
