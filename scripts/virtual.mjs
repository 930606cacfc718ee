import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from './build.mjs';
import { installPackages } from './shared/install.mjs';
import { exitForHelp, root } from './shared/project.mjs';

/**
 * Runs virtual doors and devices alone, with any server. Bundling takes a third of a second, so it happens at each
 * start.
 */
const helpFile = path.join(root, 'packages/virtual-devices/src/cli-help.json');
exitForHelp(`npm run virtual -- ${JSON.parse(readFileSync(helpFile, 'utf8')).lines.join('\n')}`);
await installPackages();
const { build } = await import('esbuild');
// The folder is below the package, so that its own dependencies are found.
const outdir = path.join(root, 'packages/virtual-devices/dist');
await build({ entryPoints: [path.join(root, 'packages/virtual-devices/src/cli.ts')], outdir, ...bundleOptions() });
process.argv[1] = path.join(outdir, 'cli.js');
await import(pathToFileURL(process.argv[1]).href);
