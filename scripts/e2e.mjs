import { ensureBrowser } from './browser.mjs';
import { prepare } from './prepare.mjs';
import { exitForHelp, runTool, scratchFolder } from './project.mjs';

/**
 * Runs the browser tests: `npm run e2e`, or some of them with Playwright's arguments: `npm run e2e -- doors --headed`.
 */
exitForHelp(`npm run e2e [-- ARGUMENTS]

Builds the product and runs the browser tests, or some of them with Playwright's arguments:
npm run e2e -- doors --headed. npx playwright test --help lists the arguments.`);
await prepare();
await ensureBrowser();
const { code } = await runTool('@playwright/test/cli.js', ['test', ...process.argv.slice(2)], {
  env: { TMPDIR: scratchFolder() },
});
process.exitCode = code;
