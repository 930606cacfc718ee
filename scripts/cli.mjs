import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { examineServerBuild } from './build.mjs';
import { whyInstall } from './shared/install.mjs';
import { requestsHelp, root } from './shared/project.mjs';

/**
 * Runs a command of the built server: `npm run munjigi -- COMMAND`. It installs and builds nothing, so that a command
 * beside a running server does not replace the files of that server. Help needs no package and no build.
 */
const words = process.argv.slice(2);
const [command = ''] = words;
const { intro, commands, outro } = JSON.parse(
  readFileSync(path.join(root, 'apps/server/src/commands/command-help.json'), 'utf8'),
);
const overview = [...intro, ...Object.values(commands).flat(), ...outro].join('\n');
const lines = Object.hasOwn(commands, command) ? commands[command] : null;

if (command === 'help' || command === '--help' || command === '-h') {
  console.log(overview);
} else if (lines === null) {
  console.error(command === '' ? overview : `There is no command ${command}.\n\n${overview}`);
  process.exitCode = 2;
} else if (requestsHelp(words)) {
  console.log(`Usage: munjigi ${lines.join('\n')}`);
} else {
  await runCommand();
}

async function runCommand() {
  const { isBuilt, isCurrent } = examineServerBuild();
  const missing = !existsSync(path.join(root, 'node_modules/.package-lock.json'))
    ? 'The packages are not installed. Run npm start once, or npm run build, which install and build everything'
    : isBuilt
      ? null
      : 'The server is not built. Run npm run build first';
  if (missing !== null) {
    console.error(missing);
    process.exitCode = 2;
    return;
  }
  if (!isCurrent || whyInstall() !== null)
    console.error(
      'The sources changed after the last build, and the command runs that build. Update it: npm run build',
    );
  const file = path.join(root, 'apps/server/dist/cli.js');
  // The command line takes its arguments after the path of the program.
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
