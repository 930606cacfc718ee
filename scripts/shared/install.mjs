import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, say } from './project.mjs';

/** Installs exactly the contents of package-lock.json if other packages or none are installed. */
export async function installPackages() {
  const reason = whyInstall();
  if (!reason) return;
  say(`Installing packages (${reason}) …`);
  // `--include=dev`: a machine with NODE_ENV=production needs the build tools as well.
  const { code } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ci failed (${code}): see above`);
  const still = whyInstall();
  if (still) throw new Error(`npm ci ended well, yet ${still}`);
}

/** npm writes its result to a separate lock file at the end; an interrupted install leaves no such file. */
export function whyInstall() {
  const installedFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'there are none';
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [place, it] of Object.entries(locked)) {
    // Optional packages are the binaries of other platforms.
    if (!place.includes('node_modules') || it.optional || it.devOptional) continue;
    if (!installed[place]) return `${place} is missing`;
    if (!it.link && installed[place].version !== it.version)
      return `${place} is ${installed[place].version}, not ${it.version}`;
  }
  return null;
}
