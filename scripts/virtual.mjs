import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from './build.mjs';
import { installPackages } from './install.mjs';
import { root } from './project.mjs';

/** Virtual doors and devices by themselves, beside any server: bundled in a third of a second, so it is done each time. */
await installPackages();
const { build } = await import('esbuild');
// Below the package, so that its own dependencies are found from there.
const outdir = path.join(root, 'packages/virtual-devices/dist');
await build({ entryPoints: [path.join(root, 'packages/virtual-devices/src/cli.ts')], outdir, ...bundleOptions() });
process.argv[1] = path.join(outdir, 'cli.js');
await import(pathToFileURL(process.argv[1]).href);
