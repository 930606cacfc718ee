import { ensureBrowser } from './shared/browser.mjs';
import { prepare } from './shared/prepare.mjs';
import { exitForHelp, runTool, scratchFolder } from './shared/project.mjs';

/**
 * Runs the browser tests: `npm run e2e`, or some of them with Playwright's arguments: `npm run e2e -- doors --headed`.
 * Without arguments it takes a part of each sweep as `npm test` does; a selection is run whole.
 */
exitForHelp(`npm run e2e [-- ARGUMENTS]

Builds the product and runs the browser tests, or some of them with Playwright's arguments:
npm run e2e -- doors --headed. npx playwright test --help lists the arguments.`);
const args = process.argv.slice(2);
const { WHOLE_SWEEPS = args.length > 0 ? '1' : '0' } = process.env;
await prepare();
await ensureBrowser();
const { code } = await runTool('@playwright/test/cli.js', ['test', ...args], {
  env: { TMPDIR: scratchFolder(), WHOLE_SWEEPS },
});
process.exitCode = code;
